import { LANGUAGE_NAMES, LANGUAGES } from '../../web/language.ts';
import { languageLink } from '../../web/languageRoute.ts';
import type { Page } from '../page.ts';
import { layoutWords } from '../words/layout.ts';

export function LanguageSwitch({ page }: { page: Page }) {
  return (
    <nav class="languages" aria-label={layoutWords[page.language].language}>
      <ul>
        {LANGUAGES.map((language) => (
          <li key={language}>
            <a
              href={languageLink(language, page.path)}
              hreflang={language}
              lang={language}
              aria-current={language === page.language ? 'true' : undefined}
            >
              {LANGUAGE_NAMES[language]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

import type { Language } from '../../web/language.ts';
import { DocsLayout } from '../components/layout.tsx';
import { COLLECTION_PATH, DESCRIPTION_PATH, Navigation, REFERENCE_PATH } from '../components/navigation.tsx';
import { CHANGE_PAGES, DASHBOARD_PAGES, findGuide, GUIDES, type GuideName, guidePath } from '../guides.ts';
import { docsWords } from '../words/pages.ts';

/** An overview of the documentation. */
export function LandingPage({ language }: { language: Language }) {
  const words = docsWords[language];
  const [first, ...others] = GUIDES;
  const start = findGuide(first, language);
  return (
    <DocsLayout
      language={language}
      title={words.title}
      path="/docs"
      navigation={<Navigation language={language} path="/docs" />}
    >
      <div class="landing">
        <h1>{words.title}</h1>
        <p class="lead">{words.lead}</p>
        <a class="card start" href={guidePath(first)}>
          <span class="eyebrow">{words.startHere}</span>
          <strong>{start.title}</strong>
          <span>{start.summary}</span>
        </a>
        <GuideCards id="guides" title={words.guides} names={others} language={language} />
        <h2>{words.reference}</h2>
        <ul class="cards">
          <Card href={REFERENCE_PATH} title={words.reference} text={words.referenceSummary} />
          <Card href={DESCRIPTION_PATH} title={words.description} text={words.descriptionSummary} />
          <Card href={COLLECTION_PATH} title={words.collection} text={words.collectionSummary} />
        </ul>
        <GuideCards id="dashboard" title={words.dashboard} names={DASHBOARD_PAGES} language={language} />
        <GuideCards id="changes" title={words.changes} names={CHANGE_PAGES} language={language} />
      </div>
    </DocsLayout>
  );
}

interface GuideCardsProperties {
  id: string;
  title: string;
  names: readonly GuideName[];
  language: Language;
}

const GuideCards = ({ id, title, names, language }: GuideCardsProperties) => (
  <>
    <h2 id={id}>{title}</h2>
    <ul class="cards">
      {names.map((name) => {
        const guide = findGuide(name, language);
        return <Card key={name} href={guidePath(name)} title={guide.title} text={guide.summary} />;
      })}
    </ul>
  </>
);

const Card = ({ href, title, text }: { href: string; title: string; text: string }) => (
  <li>
    <a class="card" href={href}>
      <strong>{title}</strong>
      <span>{text}</span>
    </a>
  </li>
);

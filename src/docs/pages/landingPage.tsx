import type { Language } from '../../web/language.ts';
import { DocsLayout } from '../components/layout.tsx';
import { COLLECTION_PATH, DESCRIPTION_PATH, Navigation, REFERENCE_PATH } from '../components/navigation.tsx';
import { CHANGE_PAGES, findGuide, GUIDES, type GuideName, guidePath } from '../guides.ts';
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
        <h2 id="guides">{words.guides}</h2>
        <ul class="cards">
          {others.map((name) => (
            <GuideCard key={name} name={name} language={language} />
          ))}
        </ul>
        <h2>{words.reference}</h2>
        <ul class="cards">
          <Card href={REFERENCE_PATH} title={words.reference} text={words.referenceSummary} />
          <Card href={DESCRIPTION_PATH} title={words.description} text={words.descriptionSummary} />
          <Card href={COLLECTION_PATH} title={words.collection} text={words.collectionSummary} />
        </ul>
        <h2 id="changes">{words.changes}</h2>
        <ul class="cards">
          {CHANGE_PAGES.map((name) => (
            <GuideCard key={name} name={name} language={language} />
          ))}
        </ul>
      </div>
    </DocsLayout>
  );
}

function GuideCard({ name, language }: { name: GuideName; language: Language }) {
  const { title, summary } = findGuide(name, language);
  return <Card href={guidePath(name)} title={title} text={summary} />;
}

const Card = ({ href, title, text }: { href: string; title: string; text: string }) => (
  <li>
    <a class="card" href={href}>
      <strong>{title}</strong>
      <span>{text}</span>
    </a>
  </li>
);

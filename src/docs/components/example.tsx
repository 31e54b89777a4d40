import { type ExampleValues, filled } from '../exampleValues.ts';
import { type GuideName, readExample } from '../guides.ts';
import type { DocsWords } from '../words/pages.ts';

export interface ExampleProperties {
  guide: GuideName;
  file: string;
  values: ExampleValues;
  words: DocsWords;
}

/** A program to copy, or what one answers. The tests run what stands here, and hold the answers to it. */
export function Example({ guide, file, values, words }: ExampleProperties) {
  const id = `example-${file.replaceAll(/\W/g, '-')}`;
  const isAnswer = /\.(json|txt)$/.test(file);
  const label = isAnswer ? words.answer : file.endsWith('.sh') ? words.terminal : file;
  return (
    <figure class={isAnswer ? 'example answer' : 'example'} data-example={file}>
      <figcaption>
        <span>{label}</span>
        {!isAnswer && (
          <button
            type="button"
            class="button small plain"
            data-copy={`#${id}`}
            data-copied={words.copied}
            aria-label={words.copyExample(label)}
            hidden
          >
            {words.copy}
          </button>
        )}
      </figcaption>
      <pre>
        <code id={id}>{filled(readExample(guide, file), values)}</code>
      </pre>
    </figure>
  );
}

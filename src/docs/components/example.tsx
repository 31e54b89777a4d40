import type { DocsWords } from '../words/pages.ts';

export interface ExampleProperties {
  /** Its name; an answer has that of the program, with another ending. */
  file: string;
  text: string;
  words: DocsWords;
}

/** A program to copy, or what one answers. The tests run what stands here, and hold the answers to it. */
export function Example({ file, text, words }: ExampleProperties) {
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
        <code id={id}>{text}</code>
      </pre>
    </figure>
  );
}

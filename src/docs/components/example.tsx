import type { DocsWords } from '../words/pages.ts';

interface ExampleProperties {
  /** The file name; its output has the same name with another extension. */
  file: string;
  text: string;
  /** What it is called; by default what its extension says. */
  label?: string;
  words: DocsWords;
}

/** An example program or its output. The tests run the programs and compare the output. */
export function Example({ file, text, label: given, words }: ExampleProperties) {
  const id = `example-${file.replaceAll(/\W/g, '-')}`;
  const isAnswer = isOutput(file);
  const label = given ?? labelOf(file, words);
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

const isOutput = (file: string) => /\.(json|txt)$/.test(file);

function labelOf(file: string, words: DocsWords): string {
  if (isOutput(file)) return words.answer;
  return file.endsWith('.sh') ? words.terminal : file;
}

import type { Language } from '../../web/language.ts';
import type { Operation } from '../reference/description.ts';
import { translated } from '../words/reference/translated.ts';

export const operationPath = ({ id }: Operation) => `/docs/reference/${id}`;

export const Method = ({ method }: { method: string }) => (
  <span class={`method ${method.toLowerCase()}`}>{method}</span>
);

/** Links to operations, with method and path. */
export function OperationList({ operations, language }: { operations: Operation[]; language: Language }) {
  return (
    <ul class="operation-list">
      {operations.map((operation) => (
        <li key={operation.id}>
          <a href={operationPath(operation)}>{translated(operation.summary, language)}</a>
          <span class="endpoint">
            <Method method={operation.method} /> <code>{operation.path}</code>
          </span>
        </li>
      ))}
    </ul>
  );
}

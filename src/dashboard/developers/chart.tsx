import { hourText, numberText } from '../../web/components/moment.tsx';
import { Table } from '../../web/components/table.tsx';
import type { Language } from '../../web/language.ts';
import { labelled } from '../../web/words.ts';
import { developersWords } from '../words/developers.ts';
import { type HourOfUse, totalOf } from './lastDay.ts';

const HEIGHT = 100;
const SLOT = 10;
const BAR = 7;
/** Label every nth hour. */
const LABEL_EVERY = 6;

const KINDS = ['successes', 'callerFaults', 'ourFaults'] as const;

/** Hourly bars; a table below has the same numbers. The values of an hour show on hover and on focus, without a script. */
export function UsageChart({ hours, language }: { hours: readonly HourOfUse[]; language: Language }) {
  const words = developersWords[language];
  const most = Math.max(1, ...hours.map(totalOf));
  return (
    <figure class="chart">
      <p class="chart-most hint">{numberText(most, language)}</p>
      <ol class="chart-bars" aria-label={words.chartLabel}>
        {hours.map((hour) => (
          <Bar key={hour.at.getTime()} hour={hour} most={most} language={language} />
        ))}
      </ol>
      <div class="chart-hours hint" aria-hidden="true">
        {hours
          .filter((_, index) => index % LABEL_EVERY === 0)
          .map(({ at }) => (
            <span key={at.getTime()}>{hourText(at, language)}</span>
          ))}
      </div>
      <figcaption>
        <ul class="legend">
          {KINDS.map((kind) => (
            <li key={kind} class={kind}>
              {words[kind]}
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}

/** Hours without requests cannot be focused, which saves up to 23 presses of the Tab key. */
function Bar({ hour, most, language }: { hour: HourOfUse; most: number; language: Language }) {
  return (
    <li tabIndex={totalOf(hour) > 0 ? 0 : undefined}>
      <svg viewBox={`0 0 ${SLOT} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {stackOf(hour, most).map(({ kind, top, height }) => (
          <rect key={kind} class={kind} x={(SLOT - BAR) / 2} y={top} width={BAR} height={height} />
        ))}
      </svg>
      <span class="chart-values">{valuesText(hour, language)}</span>
    </li>
  );
}

/** The parts of a bar from the bottom up. */
function stackOf(hour: HourOfUse, most: number) {
  let top = HEIGHT;
  return KINDS.filter((kind) => hour[kind] > 0).map((kind) => {
    const height = (hour[kind] / most) * HEIGHT;
    top -= height;
    return { kind, top, height };
  });
}

function valuesText(hour: HourOfUse, language: Language): string {
  const words = developersWords[language];
  const present = KINDS.filter((kind) => hour[kind] > 0);
  const counts = (present.length > 0 ? present : (['successes'] as const)).map((kind) =>
    labelled(words[kind].toLowerCase(), numberText(hour[kind], language), language),
  );
  return [hourText(hour.at, language), ...counts].join(', ');
}

export function UsageTable({ hours, language }: { hours: readonly HourOfUse[]; language: Language }) {
  const words = developersWords[language];
  const used = hours.filter((hour) => totalOf(hour) > 0).toReversed();
  return (
    <details class="more">
      <summary>{words.asTable}</summary>
      <Table
        caption={words.chartLabel}
        columns={[
          { title: words.hour, cell: ({ at }) => <time dateTime={at.toISOString()}>{hourText(at, language)}</time> },
          ...KINDS.map((kind) => ({
            title: words[kind],
            isNumber: true,
            cell: (hour: HourOfUse) => numberText(hour[kind], language),
          })),
        ]}
        rows={used}
        keyOf={({ at }) => at.toISOString()}
      />
    </details>
  );
}

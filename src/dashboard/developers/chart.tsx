import { hourText, numberText } from '../../web/components/moment.tsx';
import { Table } from '../../web/components/table.tsx';
import type { Language } from '../../web/language.ts';
import { developersWords } from '../words/developers.ts';
import { type HourOfUse, totalOf } from './lastDay.ts';

const HEIGHT = 100;
const SLOT = 10;
const BAR = 7;
/** Label every nth hour. */
const LABEL_EVERY = 6;

const KINDS = ['successes', 'callerFaults', 'ourFaults'] as const;

/** Hourly bars as SVG; a table below has the same numbers. */
export function UsageChart({ hours, language }: { hours: readonly HourOfUse[]; language: Language }) {
  const words = developersWords[language];
  const most = Math.max(1, ...hours.map(totalOf));
  return (
    <figure class="chart">
      <p class="chart-most hint">{numberText(most, language)}</p>
      <svg
        viewBox={`0 0 ${hours.length * SLOT} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words.chartLabel}
      >
        {hours.map((hour, index) => (
          <Bar key={hour.at.getTime()} hour={hour} x={index * SLOT + (SLOT - BAR) / 2} most={most} />
        ))}
      </svg>
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

function Bar({ hour, x, most }: { hour: HourOfUse; x: number; most: number }) {
  let top = HEIGHT;
  return (
    <g>
      {KINDS.map((kind) => {
        const height = (hour[kind] / most) * HEIGHT;
        if (height === 0) return null;
        top -= height;
        return <rect key={kind} class={kind} x={x} y={top} width={BAR} height={height} />;
      })}
    </g>
  );
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

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../../reliability/support/directories.ts';
import { noStatistics } from '../../src/database/statistics.ts';
import { createMetrics } from '../../src/health/metrics.ts';
import { PoolMetrics } from '../../src/start/workers/poolMetrics.ts';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

interface Rule {
  alert: string;
  expr: string;
  annotations: { summary: string; runbook: string };
}
const rules: Rule[] = parse(read('deploy/prometheus/alerts.yaml')).groups.flatMap(
  (group: { rules: Rule[] }) => group.rules,
);
const alerts = rules.map(({ alert }) => alert);
const panels: { type: string; targets?: { expr: string }[] }[] = JSON.parse(
  read('deploy/grafana/dashboard.json'),
).panels;
const shown = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

/** The metrics of an expression: names that stand before a selector. */
const metricsIn = (expression: string) =>
  [...expression.matchAll(/([a-z_][a-z0-9_]*)\{/g)].map(([, name]) => name ?? '');

/** Every metric of the service, and the names under which a histogram is queried. */
let served: string[];
let own: string[];
beforeAll(async () => {
  const pool = { totalCount: 0, idleCount: 0, waitingCount: 0 } as Pool;
  const { registry, ...metrics } = createMetrics({ pool, statistics: noStatistics() });
  metrics.observeOverload.watch({ underWay: 0, limit: 0 } as never);
  metrics.watchDeliveries(async () => 0);
  metrics.watchCounters({ name: 'redis', isUnavailable: () => false });
  metrics.watchUpkeep({ countMigrations: async () => ({ applied: 0, waiting: 0 }), findLastBackup: async () => null });
  metrics.watchClock(async () => 0);
  new PoolMetrics(registry);
  const all = await registry.getMetricsAsJSON();
  own = all.map(({ name }) => name).filter((name) => !/^(process|nodejs)_/.test(name));
  served = all.flatMap(({ name, type }) =>
    String(type) === 'histogram' ? ['_bucket', '_sum', '_count'].map((part) => name + part) : [name],
  );
});

describe('alerts, dashboard and runbook', () => {
  it('use only metrics that the service has', () => {
    const used = [...rules.map(({ expr }) => expr), ...shown].flatMap(metricsIn);
    expect(used.length).toBeGreaterThan(30);
    expect(used.filter((name) => name !== 'up' && !served.includes(name))).toEqual([]);
  });

  it('show every metric of our own on the dashboard and explain it in the documentation', () => {
    const onDashboard = new Set(shown.flatMap(metricsIn).map((name) => name.replace(/_(bucket|sum|count)$/, '')));
    expect(own.filter((name) => !onDashboard.has(name))).toEqual([]);
    const explained = read('docs/operations.md');
    expect(own.filter((name) => !explained.includes(`\`${name}\``))).toEqual([]);
  });

  it('have an entry in the runbook for every alert, in the same order, and none besides', () => {
    const entries = [...read('docs/runbook.md').matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
    expect(alerts.length).toBeGreaterThan(10);
    expect(entries).toEqual(alerts);
    for (const { alert, annotations } of rules)
      expect(annotations.runbook).toBe(`docs/runbook.md#${alert.toLowerCase()}`);
  });

  it('say in every entry what it means, where to look and what to do', () => {
    const [, ...entries] = read('docs/runbook.md').split(/^## /m);
    for (const entry of entries) expect(entry).toMatch(/\*\*Means:\*\*.*\*\*Look:\*\*.*\*\*Do:\*\*/s);
  });

  it('have a test for every alert, which promtool runs in .ci/run', () => {
    const { tests } = parse(read('deploy/prometheus/alerts.test.yaml')) as { tests: { name: string }[] };
    expect(tests.map(({ name }) => name)).toEqual(alerts);
  });
});

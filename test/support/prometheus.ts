import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse, stringify } from 'yaml';
import { makeDirectory, ROOT } from '../../reliability/support/directories.ts';
import { freePort } from '../../reliability/support/process.ts';

export const hasPrometheus = spawnSync('prometheus', ['--version']).status === 0;
if (!hasPrometheus) console.warn('prometheus is not installed: the alerts are not seen firing');

interface Rule {
  alert: string;
  expr: string;
  for?: string;
}

const rules: { groups: { rules: Rule[] }[] } = parse(readFileSync(join(ROOT, 'deploy/prometheus/alerts.yaml'), 'utf8'));

export const ALERTS = rules.groups.flatMap((group) => group.rules.map(({ alert }) => alert));

/** The rules as they are, except that they look back for half a minute, and that an alert fires at once. */
const impatient = () => ({
  groups: rules.groups.map((group) => ({
    ...group,
    rules: group.rules.map(({ for: _, ...rule }) => ({ ...rule, expr: rule.expr.replaceAll(/\[\d+[mh]\]/g, '[30s]') })),
  })),
});

export interface Prometheus {
  /** The names of the alerts that fire. */
  firing(): Promise<string[]>;
  /** From now on it asks nobody. */
  forgetTargets(): Promise<void>;
  stop(): Promise<void>;
}

/** A real Prometheus with the alerts of deploy/, which asks the services on these metrics ports every second. */
export async function startPrometheus(metricsPorts: number[]): Promise<Prometheus> {
  const directory = makeDirectory('trips-prometheus-');
  const port = await freePort();
  const [config, ruleFile] = [join(directory.path, 'prometheus.yaml'), join(directory.path, 'alerts.yaml')];
  writeFileSync(ruleFile, stringify(impatient()));
  const writeConfig = (targets: string[]) =>
    writeFileSync(
      config,
      stringify({
        global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
        rule_files: [ruleFile],
        scrape_configs: [{ job_name: 'trip-booking-api', static_configs: [{ targets }] }],
      }),
    );
  writeConfig(metricsPorts.map((each) => `127.0.0.1:${each}`));
  const child = spawn(
    'prometheus',
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(directory.path, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  );
  const ask = async (path: string) => fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined);
  while (!(await ask('/-/ready'))?.ok) {
    if (child.exitCode !== null) throw new Error(`prometheus ended with ${child.exitCode}`);
    await sleep(50);
  }
  return {
    async firing() {
      const body = (await (await ask('/api/v1/alerts'))?.json()) as {
        data: { alerts: { state: string; labels: { alertname: string } }[] };
      };
      const names = body.data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname);
      return [...new Set(names)].sort();
    },
    async forgetTargets() {
      writeConfig([]);
      child.kill('SIGHUP');
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      directory.remove();
    },
  };
}

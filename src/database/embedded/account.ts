import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';

/** The operating-system user of the PostgreSQL processes; undefined means the current one. */
export type SystemAccount = { uid: number; gid: number } | undefined;

/**
 * PostgreSQL refuses to run as root. As root we start it as the owner of an existing cluster, or `nobody` for a new
 * one; otherwise as ourselves.
 */
export function postgresAccount(clusterDirectory: string): SystemAccount {
  if (process.getuid?.() !== 0) return undefined;
  const owner = ownerOf(clusterDirectory);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return nobody();
}

function ownerOf(path: string): { uid: number; gid: number } | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined; // errors of the path are reported when the directories are created
  }
}

function nobody(): { uid: number; gid: number } {
  const entry = readPasswordFile()
    .split('\n')
    .map((line) => line.split(':'))
    .find(([name]) => name === 'nobody');
  if (entry) return { uid: Number(entry[2]) >>> 0, gid: Number(entry[3]) >>> 0 };
  // macOS keeps its users in a directory service, not in this file.
  const ask = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' })) >>> 0;
  return { uid: ask('-u'), gid: ask('-g') };
}

function readPasswordFile(): string {
  try {
    return readFileSync('/etc/passwd', 'utf8');
  } catch {
    return '';
  }
}

import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';

/** The operating-system account a PostgreSQL process runs under; undefined means: the one we already are. */
export type SystemAccount = { uid: number; gid: number } | undefined;

/**
 * PostgreSQL refuses to run as root. As root we therefore start it under the owner of an existing
 * cluster, or `nobody` for a new one; as anybody else we start it as ourselves.
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
    return undefined; // whatever is wrong with the path is told when the directories are made
  }
}

function nobody(): { uid: number; gid: number } {
  const entry = readPasswordFile()
    .split('\n')
    .map((line) => line.split(':'))
    .find(([name]) => name === 'nobody');
  if (entry) return { uid: Number(entry[2]) >>> 0, gid: Number(entry[3]) >>> 0 };
  // macOS keeps its accounts in a directory service, not in the file.
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

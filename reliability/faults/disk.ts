import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Disk {
  directory: string;
  /** False where this machine does not let us make a disk of our own, which needs root. */
  canFill: boolean;
  /** Leaves no room but a little. */
  fill(): void;
  empty(): void;
  close(): void;
}

// Room for about an hour of the clients' bookings, and PostgreSQL's log of them.
const SIZE_BYTES = 4 * 1024 ** 3;
const LAST_ROOM_BYTES = 64 * 1024;

/** A directory for the database: on a disk of its own, in memory, where that is allowed. */
export function makeDisk(): Disk {
  const directory = mkdtempSync(join(tmpdir(), 'trips-faults-'));
  const canFill =
    process.platform === 'linux' && mount(['-t', 'tmpfs', '-o', `size=${SIZE_BYTES}`, 'tmpfs', directory]);
  chmodSync(directory, 0o755); // as root the database runs as somebody else, who must be able to enter
  const resize = (bytes: number) => {
    if (!mount(['-o', `remount,size=${bytes}`, directory])) throw new Error(`${directory} cannot be resized`);
  };
  return {
    directory,
    canFill,
    fill() {
      const { blocks, bfree, bsize } = statfsSync(directory);
      resize((blocks - bfree) * bsize + LAST_ROOM_BYTES);
    },
    empty: () => resize(SIZE_BYTES),
    close() {
      if (canFill) spawnSync('umount', ['--lazy', directory]);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

const mount = (words: string[]) => spawnSync('mount', words, { stdio: 'ignore' }).status === 0;

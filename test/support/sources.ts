import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

export const SOURCE = join(import.meta.dirname, '../../src');

interface SourceImport {
  /** Types vanish when the program runs. */
  isType: boolean;
  /** The values it names in braces. */
  names: string[];
  /** Below src/ for our own files, else the package. */
  target: string;
}

interface SourceFile {
  /** Below src/. */
  name: string;
  text: string;
  imports: SourceImport[];
}

/** Of our own, not of a package. */
export const isOurs = (name: string): boolean => /\.tsx?$/.test(name);

/** Every source file with what it imports. */
export const sourceFiles: SourceFile[] = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((name) => isOurs(name) && !name.startsWith('docs/guides/')) // examples are text to show
  .sort()
  .map((name) => {
    const text = readFileSync(join(SOURCE, name), 'utf8');
    const imports = [...text.matchAll(/^(?:import|export)\s(type\s)?([^;]*?)from '([^']+)';/gms)].map(
      ([, isType, what = '', target = '']) => ({
        isType: isType !== undefined,
        names: valuesIn(what),
        target: target.startsWith('.') ? relative(SOURCE, join(SOURCE, dirname(name), target)) : target,
      }),
    );
    return { name, text, imports };
  });

function valuesIn(what: string): string[] {
  const names = /\{([^}]*)\}/.exec(what)?.[1]?.split(',') ?? [];
  return names.map((name) => name.trim().split(' as ')[0] ?? '').filter((name) => name !== '' && !/^type\s/.test(name));
}

/** The files that run when this one does, itself included. */
export function reachableFrom(name: string): Set<string> {
  const reached = new Set<string>();
  const visit = (each: string) => {
    if (reached.has(each)) return;
    reached.add(each);
    const { imports } = sourceFiles.find((file) => file.name === each) ?? { imports: [] };
    for (const { isType, target } of imports) if (!isType && isOurs(target)) visit(target);
  };
  visit(name);
  return reached;
}

/** Where SQL lives. */
export const isStore = (name: string): boolean => /Store\.ts$|\/store\//.test(name);

import { OperatorFault } from '../../fault.ts';

/** Parents before the children that refer to them, so that rows can be inserted in this order; otherwise as given. */
export function parentsFirst(names: string[], references: { child: string; parent: string }[]): string[] {
  const ordered: string[] = [];
  const visit = (name: string, trail: string[]) => {
    if (ordered.includes(name)) return;
    if (trail.includes(name))
      throw new OperatorFault(`tables refer to each other in a circle: ${[...trail, name].join(', ')}`);
    const parents = references.filter(
      ({ child, parent }) => child === name && parent !== name && names.includes(parent),
    );
    for (const { parent } of parents) visit(parent, [...trail, name]);
    ordered.push(name);
  };
  for (const name of names) visit(name, []);
  return ordered;
}

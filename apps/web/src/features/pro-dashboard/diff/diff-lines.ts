import diff from 'microdiff';

/** One path that differs, or is the same. */
export interface DiffLine {
  readonly sign: '+' | '-' | '~' | '=';
  /** Dotted, e.g. `payload.gates.3.ok`. */
  readonly path: string;
  /** What stands in A; absent when it was added. */
  readonly before?: string;
  /** What stands in B; absent when it was removed. */
  readonly after?: string;
}

type Tree = Readonly<Record<string, unknown>>;
type Path = readonly (string | number)[];

/** Lists what was added, removed and changed from A to B by dotted path, in the order of the paths. */
export function diffLines(a: Tree, b: Tree): readonly DiffLine[] {
  return diff(a, b, { cyclesFix: false })
    .flatMap((difference): DiffLine[] => {
      const { path } = difference;
      if (difference.type === 'CREATE')
        return leavesOf(difference.value, path).map(([at, after]) => ({ sign: '+', path: at, after }));
      if (difference.type === 'REMOVE')
        return leavesOf(difference.oldValue, path).map(([at, before]) => ({ sign: '-', path: at, before }));
      const [before, after] = [textOf(difference.oldValue), textOf(difference.value)];
      return [{ sign: '~', path: path.join('.'), before, after }];
    })
    .toSorted((one, other) => comparePaths(one.path, other.path));
}

/** Lists the paths that are the same in both. */
export function sameLines(a: Tree, b: Tree): readonly DiffLine[] {
  const others = new Map(leavesOf(b, []));
  return leavesOf(a, [])
    .filter(([path, value]) => others.get(path) === value)
    .map(([path, value]) => ({ sign: '=', path, before: value, after: value }));
}

function leavesOf(value: unknown, path: Path): [string, string][] {
  if (typeof value === 'object' && value !== null) {
    const entries: [string | number, unknown][] = Array.isArray(value)
      ? value.map((each, index): [number, unknown] => [index, each])
      : Object.entries(value);
    if (entries.length > 0) return entries.flatMap(([name, each]) => leavesOf(each, [...path, name]));
  }
  return [[path.join('.'), textOf(value)]];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');
}

/** Figures in a path are places in a list: 10 comes after 9. */
function comparePaths(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}

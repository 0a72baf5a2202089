/** `empty`: the path goes through a null, an empty list or an empty map, so that no row can show it. */
export type Found = 'there' | 'missing' | 'empty';

/** Says whether a value has a field at a dotted path in every row; `[]` steps into rows, `*` into entries. */
export function mapFields(value: unknown, path: string): Found {
  const steps = path.split('.').flatMap((step) => (step.endsWith('[]') ? [step.slice(0, -2), '[]'] : [step]));
  return look(value, steps);
}

function look(value: unknown, steps: readonly string[]): Found {
  const [step, ...rest] = steps;
  if (step === undefined) return 'there';
  if (value === null) return 'empty';
  if (typeof value !== 'object') return 'missing';
  if (step !== '[]' && step !== '*')
    return Object.hasOwn(value, step) ? look((value as Readonly<Record<string, unknown>>)[step], rest) : 'missing';
  if (step === '[]' && !Array.isArray(value)) return 'missing';
  const rows = Object.values(value).map((row) => look(row, rest));
  if (rows.includes('missing')) return 'missing';
  return rows.includes('there') ? 'there' : 'empty';
}

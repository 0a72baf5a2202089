import type { RouteDef } from '@riptide/contracts';
import { hasField, routeOf } from './specified/contract-fields.ts';
import { provingTest } from './specified/proving-tests.ts';
import type { SpecifiedCall } from './specified/specified-call.ts';

export interface SpecifiedTable {
  /** The section of the page. */
  readonly text: string;
  /** What the contracts lack: a call that is there answers without a field, does not take one, or has no test. */
  readonly faults: readonly string[];
  /** Calls that are not there. */
  readonly absent: readonly string[];
}

/** Compares the specified calls with the contracts and the tests, and returns the table of all of them. */
export function specifiedTable(
  calls: readonly SpecifiedCall[],
  routes: readonly RouteDef[],
  read: (file: string) => string | null,
): SpecifiedTable {
  const names = [...new Set(calls.map(({ call }) => call))];
  const absent: string[] = [];
  const faults: string[] = [];
  const rows = names.map((name) => {
    const entries = calls.filter(({ call }) => call === name);
    const route = routeOf(routes, name);
    const isThere = route !== undefined || entries.some(({ isRaw = false }) => isRaw);
    const proof = provingTest(name, read);
    if (!isThere) absent.push(name);
    else if (proof === null)
      (route === undefined ? absent : faults).push(route === undefined ? name : `${name} has no test`);
    else faults.push(...entries.flatMap((entry) => faultsOf(entry, route)));
    const [method, path] = name.split(' ');
    const sources = [...new Set(entries.map(({ source }) => source))].join(', ');
    return `| ${method} | \`${path}\` | ${sources} | ${isThere && proof !== null ? `\`${proof}\`` : 'not there yet'} |`;
  });
  const text = [
    '## Calls of the specification',
    '',
    `${names.length - absent.length} of ${names.length} calls are there: every one that the specification names, for the \`platform\` or the \`pro\` dashboard,`,
    'and those that were `settled` beside them. What each takes and answers is compared with the contracts whenever this page is made or',
    'checked; the file is the one that tests it. `npm run prove -- calls` asks all of them of the running product.',
    '',
    '| method | path | from | test |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
  return { text, faults, absent };
}

function faultsOf({ call, answers, takes = [] }: SpecifiedCall, route: RouteDef | undefined): readonly string[] {
  if (route === undefined) return [];
  const { query, body, response } = route;
  const isTaken = (name: string): boolean =>
    [query, body].some((schema) => schema !== undefined && hasField(schema, name, 'input'));
  return [
    ...answers.filter((name) => !hasField(response, name, 'output')).map((name) => `${call} answers without ${name}`),
    ...takes.filter((name) => !isTaken(name)).map((name) => `${call} does not take ${name}`),
  ];
}

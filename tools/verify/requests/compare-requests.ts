import { parseDecimal, type Venue } from '@riptide/core/domain';
import { ADDITIONS } from './equivalences/additions.ts';
import { FILTERS } from './equivalences/filters.ts';
import { IGNORED_KEYS, OWN_IDS } from './equivalences/ignored-keys.ts';
import { OMISSIONS } from './equivalences/omissions.ts';
import { PATHS, SPELLINGS } from './equivalences/paths.ts';
import type { PathRule } from './equivalences/rules.ts';
import type { RequestForm } from './request-form.ts';
import { agree, differ, unsupported, type RowVerdict } from './verdict.ts';

export interface Comparison {
  readonly venue: Venue;
  readonly ours: RequestForm;
  readonly theirs: RequestForm;
  /** Keys the row itself leaves out of account. */
  readonly skipKeys: readonly string[];
  /** The venue's name of the instrument that is asked about; null where there is none. */
  readonly wireSymbol: string | null;
  /** True when the row states only some of the parameters: ours may have more. */
  readonly isPartial: boolean;
}

/** Compares a request of ours with the given one, by value; the first difference is told. */
export function compareRequests(comparison: Comparison): RowVerdict {
  const { ours, theirs: given, venue } = comparison;
  const used: string[] = [];
  const rule = pathRule(venue, ours, given);
  if (rule !== null) used.push(`path ${rule.theirs.source} = ${rule.ours}: ${rule.reason}`);
  const theirs = rule?.isList === true ? unwrapped(given) : given;
  if (theirs === null) return unsupported('several orders in one request');
  const shape = shapeDifference(ours, theirs, rule);
  if (shape !== null) return differ(shape);
  return compareParams(comparison, { ...theirs, params: spelled(venue, theirs.params) }, used);
}

function pathRule(venue: Venue, ours: RequestForm, theirs: RequestForm): PathRule | null {
  if (theirs.path === null || theirs.path === ours.path) return null;
  // A spot call of ours only stands for a spot call of theirs.
  if (isFuturesHost(ours) !== isFuturesHost(theirs) && theirs.host !== null) return null;
  const found = PATHS.find(
    (rule) =>
      rule.venue === venue &&
      (rule.method === undefined || rule.method === ours.method) &&
      rule.theirs.test(theirs.path as string) &&
      (theirs.path as string).replace(rule.theirs, rule.ours) === ours.path,
  );
  return found ?? null;
}

function shapeDifference(ours: RequestForm, theirs: RequestForm, rule: PathRule | null): string | null {
  if (theirs.method !== null && theirs.method !== ours.method) return `method: ${theirs.method} ≠ ours ${ours.method}`;
  if (theirs.path !== null && rule === null && theirs.path !== ours.path) {
    return `path: ${theirs.path} ≠ ours ${ours.path}`;
  }
  if (theirs.host !== null && isFuturesHost(theirs) !== isFuturesHost(ours)) {
    return `host: ${theirs.host} ≠ ours ${ours.host}`;
  }
  if (theirs.hasBody !== null && theirs.hasBody !== ours.hasBody) {
    return `parameters in ${theirs.hasBody ? 'body' : 'query'} ≠ ours in ${ours.hasBody === true ? 'body' : 'query'}`;
  }
  return null;
}

/** KuCoin has the same paths on two hosts. */
function isFuturesHost({ host }: RequestForm): boolean {
  return host === 'api-futures.kucoin.com';
}

/** Takes the only element of a list out; null when there are more. */
function unwrapped(form: RequestForm): RequestForm | null {
  const names = [...form.params.keys()];
  if (!names.every((name) => name.startsWith('0.'))) return null;
  return { ...form, params: new Map([...form.params].map(([name, value]) => [name.slice(2), value])) };
}

function spelled(venue: Venue, params: RequestForm['params']): RequestForm['params'] {
  return new Map([...params].map(([name, value]) => [SPELLINGS[venue]?.[name] ?? name, value]));
}

function compareParams(comparison: Comparison, theirs: RequestForm, used: string[]): RowVerdict {
  const { ours, skipKeys, venue } = comparison;
  const isIgnored = (key: string): boolean => isIgnoredKey(key, ours, skipKeys);
  const at = { venue, path: ours.path ?? '', method: ours.method };
  const filters: string[] = [];
  for (const [key, value] of theirs.params) {
    if (isIgnored(key)) continue;
    const mine = ours.params.get(key);
    if (mine !== undefined) {
      if (isSame(mine, value)) continue;
      const own = ADDITIONS.find((rule) => holds(rule, at, key) && rule.isPageOfOurs === true && isPageSize(key));
      if (own === undefined) return differ(`${key}: ${value} ≠ ours ${mine}`);
      used.push(`${key}: ${own.reason}`);
      continue;
    }
    const omitted = OMISSIONS.find(
      (rule) =>
        holds(rule, at, key) &&
        (rule.value ?? value) === value &&
        (rule.isInstrument !== true || comparison.wireSymbol === value),
    );
    const filter = FILTERS.find((rule) => holds(rule, at, key));
    if (omitted !== undefined) used.push(`${key} left out: ${omitted.reason}`);
    else if (filter !== undefined) filters.push(`${filter.reason} (${at.path}: ${key})`);
    else return differ(`${key}: ${value} ≠ ours without`);
  }
  const more = comparison.isPartial ? null : additionalKey(comparison, theirs, used);
  if (more !== null) return differ(more);
  return filters[0] === undefined ? agree(used) : unsupported(filters[0]);
}

function additionalKey({ ours, skipKeys, venue }: Comparison, theirs: RequestForm, used: string[]): string | null {
  const at = { venue, path: ours.path ?? '', method: ours.method };
  for (const [key, value] of ours.params) {
    if (theirs.params.has(key) || isIgnoredKey(key, ours, skipKeys)) continue;
    const added = ADDITIONS.find((rule) => holds(rule, at, key) && (rule.value ?? value) === value);
    if (added === undefined) return `${key}: absent ≠ ours ${value}`;
    used.push(`${key} added: ${added.reason}`);
  }
  return null;
}

function isPageSize(key: string): boolean {
  return ['limit', 'pageSize', 'maxCount', 'currentPage'].includes(key);
}

function holds(
  rule: { readonly venue: Venue; readonly path: RegExp; readonly method?: string; readonly keys: readonly string[] },
  at: { readonly venue: Venue; readonly path: string; readonly method: string | null },
  key: string,
): boolean {
  return (
    rule.venue === at.venue &&
    rule.path.test(at.path) &&
    (rule.method === undefined || rule.method === at.method) &&
    rule.keys.includes(key)
  );
}

function isIgnoredKey(key: string, ours: RequestForm, skipKeys: readonly string[]): boolean {
  const name = key.slice(key.lastIndexOf('.') + 1);
  if (name in IGNORED_KEYS) return true;
  if (!(name in OWN_IDS)) return skipKeys.includes(name);
  // In a query or a cancel by our id the id is what is asked for; a cancel may have a name of its own besides.
  const isPlaced = ours.method === 'POST' && !/cancel/.test(ours.path ?? '');
  return isPlaced || name === 'newClientOrderId';
}

function isSame(a: string, b: string): boolean {
  if (a === b) return true;
  const left = parseDecimal(a);
  const right = parseDecimal(b);
  return left !== null && right !== null && left.eq(right);
}

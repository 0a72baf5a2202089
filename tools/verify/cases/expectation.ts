import type { CaseRow, Json } from './case-row.ts';

/** Forms that are compared fact by fact; what else states something of a row is text of another language. */
const CHECKABLE: Readonly<Record<string, (expected: Json) => boolean>> = {
  asserts: Array.isArray,
  'tardis-normalized': Array.isArray,
  'unicorn-fy-fields': (expected) => typeof expected === 'object' && !Array.isArray(expected),
};
const TEXT_FORMS: ReadonlySet<string> = new Set([
  'rust-asserts',
  'rust-source',
  'java-asserts',
  'cpp-asserts',
  'go-source',
]);
/** Forms that state nothing of a row beyond its being readable. */
const SILENT_FORMS: ReadonlySet<string> = new Set(['none', 'csharp-call', 'golden-after-go-struct']);

/** Returns why a checkable row can't be compared with anything; null for every other row. */
export function expectationProblem({ expected, expectedForm }: CaseRow): string | null {
  const isOfForm = Object.hasOwn(CHECKABLE, expectedForm) ? CHECKABLE[expectedForm] : undefined;
  if (isOfForm === undefined) return null;
  if (expected === undefined || expected === null) return 'expected is missing';
  return isOfForm(expected) ? null : `expected is not of the form ${expectedForm}`;
}

/** True when something is stated of what a push says, so that the push must be a frame of its venue. */
export function mustBeFrame({ expected, expectedForm, kind }: CaseRow): boolean {
  if (kind !== 'ws-push' || !Object.hasOwn(CHECKABLE, expectedForm)) return false;
  return typeof expected === 'object' && expected !== null && Object.keys(expected).length > 0;
}

/** Returns the reason when nobody here knows the row's form; null otherwise. */
export function unknownFormReason({ expectedForm }: CaseRow): string | null {
  const isKnown =
    Object.hasOwn(CHECKABLE, expectedForm) || TEXT_FORMS.has(expectedForm) || SILENT_FORMS.has(expectedForm);
  return isKnown ? null : `expected form ${expectedForm} is not known`;
}

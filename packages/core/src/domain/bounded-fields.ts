/** Why a field of a settings object was refused. */
export interface FieldError {
  readonly field: string;
  readonly text: string;
}

/** What a field of a settings object may be. */
export type FieldRule =
  | { readonly kind: 'number'; readonly fallback: number; readonly min: number; readonly max: number }
  | { readonly kind: 'integer'; readonly fallback: number; readonly min: number; readonly max: number }
  | { readonly kind: 'boolean'; readonly fallback: boolean };

export type FieldValues<R extends Readonly<Record<string, FieldRule>>> = {
  readonly [K in keyof R]: R[K]['fallback'] extends boolean ? boolean : number;
};

export type FieldsResult<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly fields: readonly FieldError[] };

/**
 * Checks a plain object against bounded fields: what is missing keeps its value of `base`, what is unknown or out of bounds is told
 * field by field. Every fault is told, not the first alone.
 */
export function parseFields<R extends Readonly<Record<string, FieldRule>>>(
  rules: R,
  input: unknown,
  base: FieldValues<R> = fallbacks(rules),
): FieldsResult<FieldValues<R>> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return { ok: false, fields: [{ field: '', text: 'must be an object' }] };
  }
  const fields: FieldError[] = [];
  const value: Record<string, number | boolean> = { ...base };
  for (const [field, given] of Object.entries(input)) {
    const rule = Object.hasOwn(rules, field) ? rules[field] : undefined;
    const fault = rule === undefined ? 'is no setting' : faultOf(rule, given);
    if (fault === null) value[field] = given as number | boolean;
    else fields.push({ field, text: fault });
  }
  return fields.length > 0 ? { ok: false, fields } : { ok: true, value: value as FieldValues<R> };
}

/** Returns the defaults of all fields. */
export function fallbacks<R extends Readonly<Record<string, FieldRule>>>(rules: R): FieldValues<R> {
  return Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, rule.fallback])) as FieldValues<R>;
}

function faultOf(rule: FieldRule, given: unknown): string | null {
  if (rule.kind === 'boolean') return typeof given === 'boolean' ? null : 'must be true or false';
  if (typeof given !== 'number' || !Number.isFinite(given)) return 'must be a number';
  if (rule.kind === 'integer' && !Number.isInteger(given)) return 'must be a whole number';
  return given < rule.min || given > rule.max ? `must be between ${rule.min} and ${rule.max}` : null;
}

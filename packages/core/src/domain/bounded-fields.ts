/** Why a field of a settings object was refused. */
export interface FieldError {
  readonly field: string;
  readonly text: string;
}

/** What a field of a settings object may be. */
export type FieldRule =
  | { readonly kind: 'number'; readonly fallback: number; readonly min: number; readonly max: number }
  | { readonly kind: 'integer'; readonly fallback: number; readonly min: number; readonly max: number }
  | { readonly kind: 'boolean'; readonly fallback: boolean }
  | { readonly kind: 'choice'; readonly fallback: string; readonly options: readonly string[] }
  /** Canonical symbols, e.g. `BTCUSDT`; each once. */
  | { readonly kind: 'symbols'; readonly fallback: readonly string[]; readonly countMax: number }
  | {
      readonly kind: 'numbers';
      readonly fallback: readonly number[];
      readonly min: number;
      readonly max: number;
      readonly countMax: number;
    };

/** The value that a rule lets through. */
export type FieldValue<R extends FieldRule> = R extends { readonly kind: 'boolean' }
  ? boolean
  : R extends { readonly kind: 'choice'; readonly options: readonly (infer Option)[] }
    ? Option
    : R extends { readonly kind: 'symbols' }
      ? readonly string[]
      : R extends { readonly kind: 'numbers' }
        ? readonly number[]
        : number;

export type FieldValues<R extends Readonly<Record<string, FieldRule>>> = {
  readonly [K in keyof R]: FieldValue<R[K]>;
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
  const value: Record<string, unknown> = { ...base };
  for (const [field, given] of Object.entries(input)) {
    const rule = Object.hasOwn(rules, field) ? rules[field] : undefined;
    const fault = rule === undefined ? 'is no setting' : faultOf(rule, given);
    if (fault === null) value[field] = given;
    else fields.push({ field, text: fault });
  }
  return fields.length > 0 ? { ok: false, fields } : { ok: true, value: value as FieldValues<R> };
}

/** Returns the defaults of all fields. */
export function fallbacks<R extends Readonly<Record<string, FieldRule>>>(rules: R): FieldValues<R> {
  return Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, rule.fallback])) as FieldValues<R>;
}

const SYMBOL = /^[A-Z0-9]{2,30}$/;

function faultOf(rule: FieldRule, given: unknown): string | null {
  switch (rule.kind) {
    case 'boolean':
      return typeof given === 'boolean' ? null : 'must be true or false';
    case 'choice':
      return rule.options.some((option) => option === given) ? null : `must be one of ${rule.options.join(', ')}`;
    case 'symbols':
      return symbolsFault(given, rule.countMax);
    case 'numbers':
      return numbersFault(given, rule);
    case 'number':
      return numberFault(given, rule);
    case 'integer':
      return numberFault(given, rule) ?? (Number.isInteger(given) ? null : 'must be a whole number');
  }
}

function numberFault(given: unknown, { min, max }: { readonly min: number; readonly max: number }): string | null {
  if (typeof given !== 'number' || !Number.isFinite(given)) return 'must be a number';
  return given < min || given > max ? `must be between ${min} and ${max}` : null;
}

function symbolsFault(given: unknown, countMax: number): string | null {
  if (!Array.isArray(given)) return 'must be a list of symbols';
  if (given.length > countMax) return `must have at most ${countMax} symbols`;
  const wrongAt = given.findIndex((symbol) => typeof symbol !== 'string' || !SYMBOL.test(symbol));
  if (wrongAt >= 0) return `has ${JSON.stringify(given[wrongAt])}, which is no symbol`;
  return new Set(given).size === given.length ? null : 'names a symbol twice';
}

function numbersFault(
  given: unknown,
  rule: { readonly min: number; readonly max: number; readonly countMax: number },
): string | null {
  if (!Array.isArray(given)) return 'must be a list of numbers';
  if (given.length > rule.countMax) return `must have at most ${rule.countMax} numbers`;
  for (const each of given as readonly unknown[]) {
    const fault = numberFault(each, rule);
    if (fault !== null) return `each ${fault}`;
  }
  return null;
}

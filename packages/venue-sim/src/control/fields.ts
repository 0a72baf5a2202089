import { parseDecimal, type Decimal } from '@riptide/core/domain';

/** One field of a call: how it is read, and what a person is told about it. */
export interface Field<T> {
  readonly about: string;
  readonly allowed: string;
  readonly isRequired: boolean;
  /** What an absent field stands for; of no meaning when it is required. */
  readonly whenAbsent: T | null;
  /** Returns undefined for what is not allowed. */
  read(value: unknown): T | undefined;
}

export type Fields = Readonly<Record<string, Field<unknown>>>;
/** What the fields of a call are read into. */
export type ValuesOf<F extends Fields> = { readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never };

function field<T>(about: string, allowed: string, read: (value: unknown) => T | undefined): Field<T> {
  return { about, allowed, isRequired: true, whenAbsent: null, read };
}

/** Makes a field optional: null when absent. */
export function optional<T>(of: Field<T>): Field<T | null> {
  return { ...of, isRequired: false, whenAbsent: null };
}

/** Makes a field optional with a default. */
export function defaulted<T>(of: Field<T>, value: T): Field<T> {
  return { ...of, isRequired: false, whenAbsent: value };
}

/** One of a few texts. */
export function choice<const T extends string>(texts: readonly T[], about: string): Field<T> {
  return field(about, `one of ${texts.join(', ')}`, (value) => texts.find((text) => text === value));
}

/** One of a few numbers. */
export function numberChoice<const T extends number>(numbers: readonly T[], about: string): Field<T> {
  return field(about, `one of ${numbers.join(', ')}`, (value) => numbers.find((number) => number === value));
}

/** A number within bounds, both allowed. */
export function number(bounds: { readonly min: number; readonly max: number }, about: string): Field<number> {
  const { max, min } = bounds;
  return field(about, `a number from ${min} to ${max}`, (value) =>
    typeof value === 'number' && value >= min && value <= max ? value : undefined,
  );
}

/** A whole number within bounds, both allowed. */
export function whole(bounds: { readonly min: number; readonly max: number }, about: string): Field<number> {
  const { max, min } = bounds;
  return field(about, `a whole number from ${min} to ${max}`, (value) =>
    Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max ? Number(value) : undefined,
  );
}

/** A whole number as the query of an address carries it. */
export function wholeText(bounds: { readonly min: number; readonly max: number }, about: string): Field<number> {
  const inner = whole(bounds, about);
  return { ...inner, read: (value) => (/^\d{1,10}$/.test(String(value)) ? inner.read(Number(value)) : undefined) };
}

/** How often a fault strikes: a number of times, or Infinity for `always`. */
export function count(about: string): Field<number> {
  const inner = whole({ min: 1, max: 1_000_000 }, about);
  const allowed = `${inner.allowed}, or "always" (until healed)`;
  return { ...inner, allowed, read: (value) => (value === 'always' ? Number.POSITIVE_INFINITY : inner.read(value)) };
}

/** A text of bounded length. */
export function text(lengthMax: number, about: string): Field<string> {
  return field(about, `a text of 1 to ${lengthMax} characters`, (value) =>
    typeof value === 'string' && value.length >= 1 && value.length <= lengthMax ? value : undefined,
  );
}

/** A text that fits a pattern; `allowed` says so in words. */
export function textLike(pattern: RegExp, allowed: string, about: string): Field<string> {
  return field(about, allowed, (value) => (typeof value === 'string' && pattern.test(value) ? value : undefined));
}

/** An exact amount, 0 or more, as text. */
export function amount(about: string): Field<Decimal> {
  return field(
    about,
    'a decimal text from 0, at most 12 digits before and 18 behind the point, e.g. "2500.5"',
    (value) =>
      typeof value === 'string' && /^\d{1,12}(\.\d{1,18})?$/.test(value)
        ? (parseDecimal(value) ?? undefined)
        : undefined,
  );
}

/** true or false. */
export function flag(about: string): Field<boolean> {
  return field(about, 'true or false', (value) => (typeof value === 'boolean' ? value : undefined));
}

/** A list of bounded length, each item of one kind. */
export function list<T>(lengthMax: number, item: Field<T>, about: string): Field<readonly T[]> {
  return field(about, `a list of at most ${lengthMax}, each ${item.allowed}`, (value) => {
    if (!Array.isArray(value) || value.length > lengthMax) return undefined;
    const read = value.map((one: unknown) => item.read(one)).filter((one) => one !== undefined);
    return read.length === value.length ? read : undefined;
  });
}

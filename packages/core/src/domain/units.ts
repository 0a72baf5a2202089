/** Makes a number of one unit unassignable to a number of another. Purely a compile-time mark. */
declare const unit: unique symbol;
export type Unit<Name extends string> = number & { readonly [unit]: Name };

/** Integer milliseconds since the Unix epoch, UTC. */
export type EpochMs = Unit<'EpochMs'>;

/** Monotonic nanoseconds; only differences mean something. */
export type MonoNs = Unit<'MonoNs'>;

const EPOCH_MS_MIN = 1e12;
const EPOCH_MS_MAX = 1e13;

/**
 * Returns `value` as epoch milliseconds.
 *
 * The range check catches seconds and microseconds handed over by mistake (it spans the years 2001 to 2286).
 *
 * @throws Error `Invariant: …` outside 1e12..1e13 or when not an integer.
 */
export function epochMs(value: number): EpochMs {
  if (!Number.isInteger(value) || value < EPOCH_MS_MIN || value >= EPOCH_MS_MAX) {
    throw new Error(`Invariant: ${value} is not a time in epoch milliseconds`);
  }
  return value as EpochMs;
}

/** A decimal number as text without exponent, e.g. "0.00012". */
export type DecimalString = string;

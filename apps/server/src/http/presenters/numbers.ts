/** Returns epoch seconds, up to three decimals, from epoch ms. */
export function toEpochSeconds(ms: number): number {
  return Math.round(ms) / 1_000;
}

/** Like `toEpochSeconds`; null stays null. */
export function toEpochSecondsOrNull(ms: number | null): number | null {
  return ms === null || !Number.isFinite(ms) ? null : toEpochSeconds(ms);
}

/** Returns the number with at most `decimals` decimals; for figures, never for sizes that are paid with. */
export function rounded(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  return Math.round(value * factor) / factor;
}

/** Returns the number with at most 10 significant digits, which takes the dust of floating point off a price. */
export function price(value: number): number {
  return Number(value.toPrecision(10));
}

/** Returns null for what is not a finite number: unknown is null in every answer. */
export function known(value: number | null | undefined): number | null {
  return value === null || value === undefined || !Number.isFinite(value) ? null : value;
}

/** Returns a delay in ms, at most two decimals; null stays null. An error of the measured clock offset may not make it negative. */
export function delayMsOrNull(value: number | null | undefined): number | null {
  const number = known(value);
  return number === null ? null : rounded(Math.max(0, number), 2);
}

/** Rounds what is known. */
export function roundedOrNull(value: number | null | undefined, decimals: number): number | null {
  const number = known(value);
  return number === null ? null : rounded(number, decimals);
}

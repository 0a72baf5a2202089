/** Specified poll interval of trailing orders. */
export const TRAILING_INTERVAL_MS = 3000;

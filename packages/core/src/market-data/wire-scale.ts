import {
  domainError,
  err,
  ok,
  type DecimalString,
  type DomainError,
  type Result,
  type WireScale,
} from '../domain/index.ts';

/**
 * With 12 decimals an int32 holds no price over 0.002; what is quoted finer is left out. Some spot pairs against bitcoin
 * do have ticks of 1e-10.
 */
export const PX_DECIMALS_MAX = 12;

/**
 * Returns the decimals with which the prices of an instrument become int32 ticks.
 *
 * @errors INSTRUMENT_UNREPRESENTABLE when the tick is no positive decimal or finer than 1e-12, or when `pxMax` (the
 * highest price to expect, NaN when unknown) does not fit at that precision.
 */
export function wireScaleOf(pxTick: DecimalString, pxMax: number): Result<WireScale, DomainError> {
  const decimals = decimalsOf(pxTick);
  if (decimals === null) return err(domainError('INSTRUMENT_UNREPRESENTABLE', `pxTick=${pxTick}`));
  return scaleWith(decimals, pxMax);
}

/** Checks that prices up to `pxMax` (NaN: unknown) fit an int32 at `pxDecimals`. */
export function scaleWith(pxDecimals: number, pxMax: number): Result<WireScale, DomainError> {
  const isPossible = Number.isInteger(pxDecimals) && pxDecimals >= 0 && pxDecimals <= PX_DECIMALS_MAX;
  if (!isPossible || pxMax * 10 ** pxDecimals >= 2 ** 31) {
    return err(domainError('INSTRUMENT_UNREPRESENTABLE', `pxDecimals=${pxDecimals} pxMax=${pxMax}`));
  }
  return ok({ pxDecimals });
}

/** Returns the significant decimals of a positive plain or exponent decimal text; null for anything else. */
function decimalsOf(text: DecimalString): number | null {
  const match = /^(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (match === null || !(Number(text) > 0)) return null;
  const fraction = (match[2] ?? '').replace(/0+$/, '');
  const exponent = Number(match[3] ?? '0');
  const wholeZeros = fraction === '' ? (/0*$/.exec(match[1] as string)?.[0].length ?? 0) : 0;
  return Math.max(0, fraction.length - exponent - (exponent < 0 ? wholeZeros : 0));
}

import { ok, type DomainError, type Instrument, type Result } from '@riptide/core/domain';
import { getInstruments, type BybitRest } from './spot.ts';

/** The USDT-settled perpetuals among the linear instruments; dated and USDC-settled ones are not traded. */
export async function getPerps(
  rest: BybitRest,
): Promise<Result<{ readonly instruments: readonly Instrument[]; readonly skipped: number }, DomainError>> {
  const linear = await getInstruments(rest, 'linear');
  if (!linear.ok) return linear;
  return ok({ ...linear.value, instruments: linear.value.instruments.filter((one) => one.kind === 'perp') });
}

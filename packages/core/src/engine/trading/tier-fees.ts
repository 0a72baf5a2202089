import { decimal, marketOf, toDecimalString, type FeeRates, type Instrument } from '../../domain/index.ts';
import { BASE_TIER_FEES } from '../../strategies/index.ts';

/** Returns the published rates of the lowest tier: what a paper account pays, and what counts while an account's own are unread. */
export function tierFees(instrument: Instrument): FeeRates {
  const { makerBps, takerBps } = BASE_TIER_FEES[instrument.venue][marketOf(instrument.kind) ?? 'perp'];
  return { makerFrac: fracOf(makerBps), takerFrac: fracOf(takerBps) };
}

function fracOf(bps: number): string {
  return toDecimalString(decimal(bps).div(10_000));
}

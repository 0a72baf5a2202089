import {
  decimal,
  marketOf,
  MARKETS,
  toDecimalString,
  VENUES,
  type FeeRates,
  type Instrument,
  type Market,
} from '../../domain/index.ts';
import { BASE_TIER_FEES } from '../../strategies/index.ts';

const RATES: ReadonlyMap<string, FeeRates> = new Map(
  VENUES.flatMap((venue) =>
    MARKETS.map((market) => {
      const { makerBps, takerBps } = BASE_TIER_FEES[venue][market];
      return [`${venue}|${market}`, { makerFrac: fracOf(makerBps), takerFrac: fracOf(takerBps) }] as const;
    }),
  ),
);

/** Returns the published rates of the lowest tier: what a paper account pays, and what counts while an account's own are unread. */
export function tierFees(instrument: Instrument): FeeRates {
  const market: Market = marketOf(instrument.kind) ?? 'perp';
  const rates = RATES.get(`${instrument.venue}|${market}`);
  if (rates === undefined) throw new Error(`Invariant: no fees of ${instrument.venue} ${market}`);
  return rates;
}

function fracOf(bps: number): string {
  return toDecimalString(decimal(bps).div(10_000));
}

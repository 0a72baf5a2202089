import type { BasisRow } from '@riptide/contracts';
import type { LinkInstrument } from '../../link/link-contract.ts';
import { midOf } from './live-prices.ts';
import { known, price, rounded, toEpochSeconds, toEpochSecondsOrNull } from './numbers.ts';

/** Spot and perp of one coin are never further apart than this; the scanner takes such a spread for a wrong mapping, too. */
const DOUBTFUL_BPS = 300;

/** Returns the basis of every spot and perp book of the same symbol, all pairs of venues, widest first. */
export function presentBasis(instruments: Iterable<LinkInstrument>, nowMs: number, symbol?: string): BasisRow[] {
  const bySymbol = new Map<string, LinkInstrument[]>();
  for (const instrument of instruments) {
    if (!instrument.isBookLive || midOf(instrument) === null) continue;
    if (symbol !== undefined && instrument.symbol !== symbol) continue;
    const list = bySymbol.get(instrument.symbol);
    if (list === undefined) bySymbol.set(instrument.symbol, [instrument]);
    else list.push(instrument);
  }
  const rows: BasisRow[] = [];
  for (const list of bySymbol.values()) {
    for (const spot of list.filter(({ market }) => market === 'spot')) {
      for (const perp of list.filter(({ market }) => market === 'perp')) rows.push(basisRow(spot, perp, nowMs));
    }
  }
  return rows.sort((left, right) => Math.abs(right.basis_bps) - Math.abs(left.basis_bps));
}

function basisRow(spot: LinkInstrument, perp: LinkInstrument, nowMs: number): BasisRow {
  const spotMid = midOf(spot) ?? 0;
  const perpMid = midOf(perp) ?? 0;
  const olderMs = Math.min(dataMsOf(spot, nowMs), dataMsOf(perp, nowMs));
  const basisBps = ((perpMid - spotMid) / spotMid) * 10_000;
  return {
    symbol: spot.symbol,
    spot_exchange: spot.venue,
    futures_exchange: perp.venue,
    spot_price: price(spotMid),
    futures_price: price(perpMid),
    basis_bps: rounded(basisBps, 4),
    funding_rate: known(perp.fundingRateFrac),
    funding_interval_hours: known(perp.fundingIntervalHours),
    next_funding_at: toEpochSecondsOrNull(perp.nextFundingMs),
    age_ms: Math.max(0, Math.round(nowMs - olderMs)),
    timestamp: toEpochSeconds(olderMs),
    doubtful: Math.abs(basisBps) > DOUBTFUL_BPS,
  };
}

/** A live book has a time; the answer's own stands in only where the type allows none. */
function dataMsOf(instrument: LinkInstrument, nowMs: number): number {
  return instrument.bookMs ?? instrument.recvMs ?? nowMs;
}

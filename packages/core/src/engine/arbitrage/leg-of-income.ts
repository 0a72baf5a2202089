import {
  ARB_FINAL_STATES,
  assetsOfInstrument,
  LEG_KEYS,
  type AccountKey,
  type ArbTrade,
  type Income,
  type LegKey,
} from '../../domain/index.ts';
import type { LegBooks } from './leg-books.ts';

/** What is no funding may be stamped so long after the fill it belongs to. */
const STAMPED_WITHIN_MS = 60_000;

interface Booked {
  readonly trade: ArbTrade;
  readonly books: Readonly<Record<LegKey, LegBooks>>;
}

/** A leg of a trade. */
export interface FoundLeg<T extends Booked> {
  readonly tracked: T;
  readonly key: LegKey;
}

/**
 * Returns the leg that money without a fill belongs to: the newest one that held the instrument at that time, by the venue's clock. Interest
 * names no instrument, only the borrowed coin. null where no trade held anything.
 */
export function legOfIncome<T extends Booked>(
  trades: readonly T[],
  account: AccountKey,
  income: Income,
): FoundLeg<T> | null {
  let found: (FoundLeg<T> & { readonly fromMs: number }) | null = null;
  for (const tracked of trades) {
    for (const key of LEG_KEYS) {
      if (tracked.trade[key].account !== account || !isAbout(tracked, key, income)) continue;
      const fromMs = fromMsOf(tracked, key);
      if (fromMs > income.venueMs || income.venueMs > endMsOf(tracked, key, income)) continue;
      if (found === null || fromMs > found.fromMs) found = { tracked, key, fromMs };
    }
  }
  return found;
}

function isAbout({ trade }: Booked, key: LegKey, { kind, instrumentId, asset }: Income): boolean {
  if (kind === 'transfer') return false;
  if (instrumentId !== null) return instrumentId === trade[key].instrumentId;
  const isBorrowed = kind === 'borrow-interest' && trade[key].market === 'spot';
  return isBorrowed && assetsOfInstrument(trade[key].instrumentId)?.baseAsset === asset;
}

/** Since when money may be the leg's: its first fill may not have been told yet, and nobody else trades there meanwhile. */
function fromMsOf({ trade, books }: Booked, key: LegKey): number {
  return books[key].firstFillMs ?? (ARB_FINAL_STATES.includes(trade.state) ? Infinity : trade.startedMs);
}

/** Until when money may be the leg's: for ever while the trade goes on. */
function endMsOf({ trade, books }: Booked, key: LegKey, { kind }: Income): number {
  if (!ARB_FINAL_STATES.includes(trade.state)) return Infinity;
  const { lastFillMs, coveredMs } = books[key];
  const endMs = Math.max(lastFillMs ?? 0, coveredMs ?? 0, trade.closedMs ?? 0);
  return kind === 'funding' ? endMs : endMs + STAMPED_WITHIN_MS;
}

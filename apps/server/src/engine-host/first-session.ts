import { VENUES, type MarketSource } from '@riptide/core/domain';
import type { ArbitrageSessionRow } from '../storage/trading-db/arbitrage-session-repository.ts';
import type { ScannerSettings } from './scanner-session.ts';

/**
 * Returns the session to start when none was ever stored: over the simulated market a modest one on every venue, so that there
 * is something to see at once. null elsewhere, and wherever the operator has started or stopped before.
 */
export function firstSession(stored: ArbitrageSessionRow | null, market: MarketSource): ScannerSettings | null {
  if (stored !== null || market !== 'sim') return null;
  return { minEntryNetBps: 5, maxPositionUsd: 1_000, venues: VENUES };
}

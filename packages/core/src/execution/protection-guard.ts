import type { AccountKey, InstrumentId } from '../domain/index.ts';

/** What the protection remembers of one position between two looks at it. */
export interface ProtectionGuard {
  readonly account: AccountKey;
  readonly instrumentId: InstrumentId;
  placements: number;
  /** When the last stop was sent; null before the first. */
  placedMs: number | null;
  /** Why the position is being closed; null while it is not. */
  flattenReason: string | null;
  flattens: number;
  waitUntilMs: number;
  cancelAskedMs: Map<string, number>;
  isRunning: boolean;
  isAskedAgain: boolean;
}

/** Returns the guard of a position that was not looked at before. */
export function newGuard(account: AccountKey, instrumentId: InstrumentId): ProtectionGuard {
  return {
    account,
    instrumentId,
    placements: 0,
    placedMs: null,
    flattenReason: null,
    flattens: 0,
    waitUntilMs: 0,
    cancelAskedMs: new Map(),
    isRunning: false,
    isAskedAgain: false,
  };
}

import type { LearnedCost, Scanner } from '../../strategies/index.ts';

/** What the scanner knows of a pair besides the prices of now. */
export interface ScannerFigures {
  readonly latencyReserveBps: number;
  readonly exitSpreadBps: number | null;
  readonly fundingBps: number | null;
  readonly borrowBps: number | null;
  readonly learned: LearnedCost | null;
}

/** Returns what the scanner knows of a pair; null when it does not compare the two. */
export function scannerFigures(_scanner: Scanner, _pairId: string, _qtyBase: number): ScannerFigures | null {
  return null;
}

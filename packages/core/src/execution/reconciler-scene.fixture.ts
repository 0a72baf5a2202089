import type { PositionReport } from '../domain/index.ts';
import { ACCOUNT, BTC, buildBench, pass, T0, type Bench } from './build-execution.fixture.ts';
import { Reconciler, type ReconcileResult } from './reconciler.ts';

export interface Scene extends Bench {
  readonly reconciler: Reconciler;
  /** Runs a pass to its end, moving the clock as far as it needs. */
  run(): Promise<ReconcileResult>;
}

/** The venue's clock is behind ours. */
export const CLOCK_OFFSET_MS = -2_000;

/** Returns a reconciler on a bench. */
export function buildScene(): Scene {
  const bench = buildBench();
  const parts = { ledger: bench.ledger, markPxOf: () => '51000', clockOffsetMs: () => CLOCK_OFFSET_MS };
  const reconciler = new Reconciler({ ...bench.deps, ...parts });
  const run = async (): Promise<ReconcileResult> => {
    const result = reconciler.reconcile(ACCOUNT, 'asked');
    await pass(bench.clock, 4_000, 250);
    return result;
  };
  return { ...bench, reconciler, run };
}

/** Returns what a venue tells of a position. */
export function buildPosition(qtyBase: string, over: Partial<PositionReport> = {}): PositionReport {
  return {
    instrumentId: BTC.id,
    qtyBase,
    entryPx: '50000',
    markPx: '50500',
    unrealisedUsd: null,
    leverage: 1,
    marginMode: 'isolated',
    liquidationPx: null,
    marginUsd: null,
    adlRank: null,
    updatedMs: T0,
    ...over,
  };
}

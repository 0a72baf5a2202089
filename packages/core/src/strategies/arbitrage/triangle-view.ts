import type { InstrumentId, Venue } from '../../domain/index.ts';

/** One leg of a round trip through three books of one venue. */
export interface TriangleStep {
  readonly instrumentId: InstrumentId;
  readonly symbol: string;
  readonly side: 'BUY' | 'SELL';
  readonly fromAsset: string;
  readonly toAsset: string;
  readonly vwapPx: number;
  readonly feeBps: number;
  /** What goes in and what comes out after the fee and the cut to the step. */
  readonly inQty: number;
  readonly outQty: number;
  /** What of the input the cut to the step leaves behind. */
  readonly dustQty: number;
}

export interface TriangleView {
  /** `BINANCE:USDT>BTC>ETH>USDT`. */
  readonly id: string;
  readonly venue: Venue;
  readonly assets: readonly [string, string, string];
  readonly steps: readonly [TriangleStep, TriangleStep, TriangleStep];
  readonly startQty: number;
  readonly endQty: number;
  readonly netBps: number;
  readonly oldestBookMs: number;
  readonly policy: 'evaluation_only' | 'blocked';
  readonly policyReason: string;
}

import { buildInstrument } from '../../../domain/build-instrument.fixture.ts';
import type { BookSide, DecisionOutcome, DepthLevels } from '../../../domain/index.ts';
import { DEFAULT_PAS_SETTINGS, type PasSettings } from '../pas-settings.ts';
import { ShadowArms, type ShadowStart } from './shadow-arms.ts';
import type { ShadowBook } from './shadow-market.ts';

const DOGE = buildInstrument({ baseAsset: 'DOGE', pxTick: '0.01' });

type Level = readonly [px: number, qtyBase: number];

/** A book that a test writes. */
class FakeBook implements ShadowBook {
  bids: readonly Level[] = [];
  asks: readonly Level[] = [];

  get bidPx(): number {
    return this.bids[0]?.[0] ?? Number.NaN;
  }

  get askPx(): number {
    return this.asks[0]?.[0] ?? Number.NaN;
  }

  /** Shows so much on each of ten levels a tick apart around a mid. */
  showAround(midPx: number, qtyBase = 100): void {
    const level = (steps: number): Level => [Math.round((midPx + steps / 100) * 100) / 100, qtyBase];
    this.bids = Array.from({ length: 10 }, (_, at) => level(-1 - at));
    this.asks = Array.from({ length: 10 }, (_, at) => level(1 + at));
  }

  clear(): void {
    this.bids = [];
    this.asks = [];
  }

  readDepth(side: BookSide, into: DepthLevels): void {
    const levels = side === 'bid' ? this.bids : this.asks;
    levels.forEach(([px, qtyBase], at) => {
      into.px[at] = px;
      into.qtyBase[at] = qtyBase;
    });
    into.count = levels.length;
  }
}

/** One instrument, its book, and what was told. Time is the caller's. */
export class ShadowWorld {
  readonly book = new FakeBook();
  readonly told: DecisionOutcome[] = [];
  readonly arms: ShadowArms;

  constructor(decisionsMax?: number) {
    this.book.showAround(100);
    this.arms = new ShadowArms({
      bookOf: (id) => (id === DOGE.id ? this.book : null),
      onOutcome: (outcome) => this.told.push(outcome),
      ...(decisionsMax === undefined ? {} : { decisionsMax }),
    });
  }

  /** Starts a decision about closed longs: to fade is to buy. Size 1,000 USD, fees 2 and 5 bps. */
  begin(
    nowMs: number,
    over: { readonly id?: string; readonly real?: string; readonly settings?: Partial<PasSettings> } = {},
  ) {
    const start: ShadowStart = {
      decision: {
        decisionId: over.id ?? 'd1',
        symbol: DOGE.symbol,
        instrumentId: DOGE.id,
        liquidatedSide: 'LONG',
        context: [1, 0.5],
        chosenArmId: 'fade-15-35x25-post',
        propensity: 1,
      },
      terms: {
        instrument: DOGE,
        settings: { ...DEFAULT_PAS_SETTINGS, ...over.settings },
        makerBps: 2,
        takerBps: 5,
        notionalUsd: 1_000,
      },
      realArmId: over.real ?? null,
      nowMs,
    };
    return this.arms.begin(start);
  }

  /** Moves the book and tells it. */
  show(midPx: number, nowMs: number, qtyBase = 100): void {
    this.book.showAround(midPx, qtyBase);
    this.arms.onBook(DOGE.id, nowMs);
  }

  trade(px: number, qtyBase: number, takerSide: 'BUY' | 'SELL', nowMs: number): void {
    this.arms.onTrade(DOGE.id, { px, qtyBase, takerSide }, nowMs);
  }

  outcomeOf(armId: string, at = 0) {
    return this.told[at]?.outcomes.find((outcome) => outcome.armId === armId);
  }
}

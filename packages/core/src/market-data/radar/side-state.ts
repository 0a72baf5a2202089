import type { LiquidatedSide } from '../../domain/index.ts';
import type { Cascade } from './cascade.ts';
import { SortedSamples } from './sorted-samples.ts';
import { WindowSums } from './window-sums.ts';

/** Widths of the flows, after the window of the trigger. */
const FLOW_WIDTHS_MS = [30_000, 120_000, 300_000] as const;
/** Places of the windows in `SideState.sums`. */
export const TRIGGER_WINDOW = 0;
export const FLOW_30_WINDOW = 1;
export const FLOW_120_WINDOW = 2;
export const FLOW_300_WINDOW = 3;

const SAMPLES = 1_000;
const EVENT_IDS = 20;

/** What is kept of one symbol and side. */
export class SideState {
  readonly symbol: string;
  readonly side: LiquidatedSide;
  readonly sums: WindowSums;
  readonly eventUsd = new SortedSamples(SAMPLES);
  readonly windowUsd = new SortedSamples(SAMPLES);
  /** The newest one; null before the first. */
  cascade: Cascade | null = null;
  cascades = 0;
  lastMs = Number.NEGATIVE_INFINITY;
  lastUsd = Number.NaN;
  private readonly ids: string[] = [];

  constructor(symbol: string, side: LiquidatedSide, windowMs: number) {
    this.symbol = symbol;
    this.side = side;
    this.sums = new WindowSums([windowMs, ...FLOW_WIDTHS_MS]);
  }

  addId(id: string): void {
    this.ids.push(id);
    if (this.ids.length > EVENT_IDS) this.ids.shift();
  }

  /** Returns the ids of the last `count` events, at most 20, newest last. */
  lastIds(count: number): readonly string[] {
    return this.ids.slice(Math.max(0, this.ids.length - count));
  }
}

import type { DepthMessage } from '@riptide/core/domain';
import type { DecodedSink } from '../decoding.ts';

const nothing = (): void => undefined;

/** Takes the depth message of a kept frame; nothing else is ever kept. */
export class DepthOnlySink implements DecodedSink {
  /** The message of the last frame; null when it had none. Valid until the next is read. */
  depth: DepthMessage | null = null;
  readonly onOffTick: (ix: number, digits: number) => void;
  readonly onQuote = nothing;
  readonly onTrade = nothing;
  readonly onMark = nothing;
  readonly onTicker = nothing;
  readonly onCandle = nothing;
  readonly onLiquidation = nothing;
  readonly onControl = nothing;
  readonly onUnknown = nothing;
  readonly onRare = nothing;

  constructor(onOffTick: (ix: number, digits: number) => void) {
    this.onOffTick = onOffTick;
  }

  clear(): void {
    this.depth = null;
  }

  onDepth(_ix: number, _isSnapshot: boolean, depth: DepthMessage): void {
    this.depth = depth;
  }
}

import type { DepthMessage } from '@riptide/core/domain';
import type { DecodedSink, FrameDecoder } from '@riptide/venues/kit';

const nothing = (): void => undefined;

/** Reads kept frames again for the depth message they hold. */
export class DepthCatcher implements DecodedSink {
  readonly onQuote = nothing;
  readonly onTrade = nothing;
  readonly onMark = nothing;
  readonly onTicker = nothing;
  readonly onCandle = nothing;
  readonly onLiquidation = nothing;
  readonly onControl = nothing;
  readonly onOffTick = nothing;
  readonly onUnknown = nothing;
  readonly onRare = nothing;
  private depth: DepthMessage | null = null;

  onDepth(_ix: number, _isSnapshot: boolean, depth: DepthMessage): void {
    this.depth = depth;
  }

  /** Returns the depth message of a frame, valid until the next is read; null when it holds none. */
  read(decoder: FrameDecoder, bytes: Buffer, recvMs: number): DepthMessage | null {
    this.depth = null;
    decoder.decode(bytes, 0, bytes.length, recvMs);
    return this.depth;
  }
}

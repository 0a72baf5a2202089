import type { DepthMessage } from '@riptide/core/domain';
import { DepthOnlySink, type FrameDecoder } from '@riptide/venues/kit';

/** Reads kept frames again for the depth message they hold. */
export class DepthCatcher extends DepthOnlySink {
  constructor() {
    super(() => undefined);
  }

  /** Returns the depth message of a frame, valid until the next is read; null when it holds none. */
  read(decoder: FrameDecoder, bytes: Buffer, recvMs: number): DepthMessage | null {
    this.clear();
    decoder.decode(bytes, 0, bytes.length, recvMs);
    return this.depth;
  }
}

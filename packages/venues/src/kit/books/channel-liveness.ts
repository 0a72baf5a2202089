/**
 * When each channel of each instrument last brought something. A pong says the socket lives; only data say a channel lives.
 * HOT: `seen` is one store.
 */
export class ChannelLiveness {
  private readonly lastMs: Float64Array;
  private readonly channels: number;

  /** `instruments` and `channels` are counts; a channel that was never armed is never late. */
  constructor(instruments: number, channels: number) {
    this.channels = channels;
    this.lastMs = new Float64Array(instruments * channels);
  }

  /** Starts to expect data; call at subscription. */
  arm(ix: number, channel: number, nowMs: number): void {
    this.lastMs[ix * this.channels + channel] = nowMs;
  }

  disarm(ix: number, channel: number): void {
    this.lastMs[ix * this.channels + channel] = 0;
  }

  seen(ix: number, channel: number, nowMs: number): void {
    this.lastMs[ix * this.channels + channel] = nowMs;
  }

  /** Calls `late` for every armed channel silent for longer than `limitMs`, and arms it anew so that it is told once a period. */
  sweep(nowMs: number, limitMs: number, late: (ix: number, channel: number) => void): void {
    for (let at = 0; at < this.lastMs.length; at += 1) {
      const lastMs = this.lastMs[at]!;
      if (lastMs === 0 || nowMs - lastMs <= limitMs) continue;
      this.lastMs[at] = nowMs;
      late(Math.floor(at / this.channels), at % this.channels);
    }
  }
}

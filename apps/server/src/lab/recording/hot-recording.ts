import type { Venue } from '@riptide/core/domain';
import type { HotEngine } from '@riptide/core/engine';
import type { Clock, TimerHandle } from '@riptide/core/kernel';
import type { FrameTap } from '@riptide/venues/kit';
import { BookLines } from './book-lines.ts';
import { FrameRecorder } from './frame-recorder.ts';
import { openRecordingLine, type FromSockets, type RecordingLine, type ToSockets } from './recording-channel.ts';

const PERIOD_MS = 100;

/** The recording's part on the thread that reads the sockets: taps for the adapters, and books for the beginnings of segments. */
export class HotRecording {
  private readonly recorder: FrameRecorder;
  private readonly line: RecordingLine<FromSockets>;
  private readonly timer: TimerHandle;
  private readonly clock: Clock;
  private engine: HotEngine | null = null;
  private books: BookLines | null = null;

  constructor(clock: Clock, lineName?: string) {
    this.clock = clock;
    this.line = openRecordingLine((message) => this.handle(message as ToSockets), lineName);
    this.recorder = new FrameRecorder((batch) => this.line.send({ kind: 'frames', batch }));
    this.timer = clock.every(PERIOD_MS, () => this.beat());
  }

  tapOf(venue: Venue): FrameTap {
    return this.recorder.tapOf(venue);
  }

  /** The books stand: from now on a recording may begin. */
  attach(engine: HotEngine): void {
    this.engine = engine;
    this.books = new BookLines(engine.store, this.recorder);
    this.line.send({ kind: 'ready', instruments: engine.instruments });
  }

  stop(): void {
    this.timer.cancel();
    this.recorder.stop();
    this.line.close();
  }

  private handle(message: ToSockets): void {
    switch (message.kind) {
      case 'hello':
        if (this.engine !== null) this.line.send({ kind: 'ready', instruments: this.engine.instruments });
        return;
      case 'record':
        if (message.isOn) this.recorder.start();
        else this.recorder.stop();
        return;
      case 'books':
        this.books?.want(message.venue);
        return;
      case 'taken':
        this.recorder.taken(message.venue);
    }
  }

  private beat(): void {
    if (!this.recorder.isRecording) return;
    this.books?.writeNext(this.clock.nowMs());
    this.recorder.flush();
  }
}

import { VENUES, type Instrument, type Venue } from '@riptide/core/domain';
import type { Clock, Log } from '@riptide/core/kernel';
import { openRecordingLine, type FromSockets, type RecordingLine, type ToSockets } from './recording-channel.ts';
import { RecordingWriter, type RecordingFigures } from './recording-writer.ts';

export interface RecordingHostOptions {
  readonly folder: string;
  readonly bytesMax: number;
  readonly clock: Clock;
  readonly log: Log;
  readonly lineName?: string;
}

/** How the recording stands. */
export interface RecordingState {
  readonly isRecording: boolean;
  readonly sinceMs: number | null;
  readonly figures: RecordingFigures | null;
}

/** Starts and stops recordings on the thread that writes them. Survives restarts of the thread with the sockets. */
export class RecordingHost {
  private readonly options: RecordingHostOptions;
  private readonly line: RecordingLine<ToSockets>;
  private instruments: readonly Instrument[] = [];
  private writer: RecordingWriter | null = null;
  private lastFigures: RecordingFigures | null = null;
  private sinceMs: number | null = null;

  constructor(options: RecordingHostOptions) {
    this.options = options;
    this.line = openRecordingLine((message) => this.handle(message as FromSockets), options.lineName);
  }

  get state(): RecordingState {
    const figures = this.writer?.figures ?? this.lastFigures;
    return { isRecording: this.writer !== null, sinceMs: this.sinceMs, figures };
  }

  /** Begins to record; nothing changes when it does already. @throws Error when the folder can't be made. */
  async start(): Promise<void> {
    if (this.writer !== null) return;
    const { folder, bytesMax, clock, log } = this.options;
    const writer = new RecordingWriter({
      folder,
      bytesMax,
      clock,
      log,
      instrumentsOf: (venue) => this.instruments.filter((instrument) => instrument.venue === venue),
      onSegment: (venue) => this.line.send({ kind: 'books', venue }),
      onTaken: (venue) => this.line.send({ kind: 'taken', venue }),
    });
    await writer.prepare(VENUES);
    this.writer = writer;
    this.sinceMs = clock.nowMs();
    this.line.send({ kind: 'hello' });
    log.info('recording starts', { folder, gbMax: bytesMax / 1e9 });
  }

  /** Ends the recording; what was recorded is on disk when this resolves. */
  async stop(): Promise<void> {
    const { writer } = this;
    this.line.send({ kind: 'record', isOn: false });
    this.writer = null;
    this.sinceMs = null;
    if (writer === null) return;
    await writer.close();
    this.lastFigures = writer.figures;
    this.options.log.info('recording ends', { ...writer.figures });
  }

  async close(): Promise<void> {
    await this.stop();
    this.line.close();
  }

  private handle(message: FromSockets): void {
    if (message.kind === 'frames') {
      this.writer?.write(message.batch);
      return;
    }
    this.instruments = message.instruments;
    // A thread that comes back knows nothing: it is told again, and its books belong into the running segments.
    if (this.writer === null) return;
    this.line.send({ kind: 'record', isOn: true });
    for (const venue of venuesOf(message.instruments)) this.line.send({ kind: 'books', venue });
  }
}

function venuesOf(instruments: readonly Instrument[]): ReadonlySet<Venue> {
  return new Set(instruments.map(({ venue }) => venue));
}

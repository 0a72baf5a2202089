import type { ServerResponse } from 'node:http';
import type { StreamTopic } from '@riptide/contracts';
import type { Clock, Log, TimerHandle } from '@riptide/core/kernel';

/** Events and bytes kept for readers that come back. */
const RING_EVENTS_MAX = 2_000;
const RING_BYTES_MAX = 16 * 1024 * 1024;
/** Bytes that may wait for a reader before it is dropped. It comes back by itself and gets a snapshot. */
const BUFFERED_BYTES_MAX = 4 * 1024 * 1024;
const HEARTBEAT_MS = 10_000;
/** A topic nobody has read for this long is no longer made. */
const IDLE_TOPIC_MS = 30_000;

export interface EventHubOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Marks the ids of this run, so that an id of an earlier run is not taken for one of this. */
  readonly runId: string;
  /** The whole state of a topic now. */
  snapshot(topic: StreamTopic): unknown;
}

/** One browser on the stream. */
export interface StreamReader {
  readonly topics: ReadonlySet<StreamTopic>;
  readonly response: ServerResponse;
  /** Asked with every heartbeat; false ends the stream. */
  isStillAllowed(): boolean;
}

interface RingEvent {
  readonly seq: number;
  readonly topic: StreamTopic;
  readonly bytes: Buffer;
}

/** Fan-out of the stream: text and its bytes are made once per event and shared; who does not read is dropped, never waited for. */
export class EventHub {
  private readonly options: EventHubOptions;
  private readonly readers = new Set<StreamReader>();
  private readonly ring: RingEvent[] = [];
  private ringBytes = 0;
  private seq = 0;
  /** Per topic: the last event that was not made because nobody read. */
  private readonly gapSeq = new Map<StreamTopic, number>();
  private readonly readMs = new Map<StreamTopic, number>();
  private readonly heartbeat: TimerHandle;
  /** Readers dropped because they did not read. */
  dropped = 0;

  constructor(options: EventHubOptions) {
    this.options = options;
    this.heartbeat = options.clock.every(HEARTBEAT_MS, () => this.beat());
  }

  get size(): number {
    return this.readers.size;
  }

  /** Returns true while somebody reads the topic or did a moment ago. When false, `skip` it instead of making it. */
  isWanted(topic: StreamTopic): boolean {
    const readMs = this.readMs.get(topic);
    if (readMs === undefined) return false;
    for (const reader of this.readers) if (reader.topics.has(topic)) return true;
    return this.options.clock.nowMs() - readMs < IDLE_TOPIC_MS;
  }

  /** Notes that a change of the topic was not published. */
  skip(topic: StreamTopic): void {
    this.gapSeq.set(topic, ++this.seq);
  }

  /** Sends an item to everyone who asked for the topic. */
  publish(topic: StreamTopic, payload: unknown, kind: 'snapshot' | 'update' = 'update'): void {
    this.seq += 1;
    const bytes = this.bytesOf(topic, kind, payload);
    this.remember({ seq: this.seq, topic, bytes });
    for (const reader of this.readers) if (reader.topics.has(topic)) this.write(reader, bytes);
  }

  /** Takes a reader: what it missed since `lastEventId` where that is still known, else a snapshot per topic; then live. */
  attach(reader: StreamReader, lastEventId: string | undefined): void {
    const nowMs = this.options.clock.nowMs();
    for (const topic of reader.topics) this.readMs.set(topic, nowMs);
    this.readers.add(reader);
    reader.response.once('close', () => this.forget(reader));
    const lastSeq = this.seqOf(lastEventId);
    const resumable = new Set([...reader.topics].filter((topic) => this.canResume(topic, lastSeq)));
    for (const topic of reader.topics) {
      if (!resumable.has(topic)) this.write(reader, this.bytesOf(topic, 'snapshot', this.options.snapshot(topic)));
    }
    if (lastSeq === null) return;
    for (const event of this.ring)
      if (event.seq > lastSeq && resumable.has(event.topic)) this.write(reader, event.bytes);
  }

  /** Ends the streams a predicate picks. */
  end(isMeant: (reader: StreamReader) => boolean): void {
    for (const reader of this.readers) {
      if (!isMeant(reader)) continue;
      this.forget(reader);
      reader.response.end();
    }
  }

  close(): void {
    this.heartbeat.cancel();
    this.end(() => true);
  }

  private bytesOf(topic: StreamTopic, kind: 'snapshot' | 'update', payload: unknown): Buffer {
    const data = JSON.stringify({ kind, ts: this.options.clock.nowMs() / 1_000, payload });
    return Buffer.from(`id: ${this.options.runId}-${this.seq}\nevent: ${topic}\ndata: ${data}\n\n`);
  }

  private seqOf(lastEventId: string | undefined): number | null {
    const prefix = `${this.options.runId}-`;
    if (lastEventId === undefined || !lastEventId.startsWith(prefix)) return null;
    const seq = Number(lastEventId.slice(prefix.length));
    return Number.isInteger(seq) && seq >= 0 && seq <= this.seq ? seq : null;
  }

  private canResume(topic: StreamTopic, lastSeq: number | null): boolean {
    if (lastSeq === null || lastSeq < (this.gapSeq.get(topic) ?? 0)) return false;
    const oldest = this.ring[0];
    return oldest === undefined ? lastSeq === this.seq : lastSeq >= oldest.seq - 1;
  }

  private remember(event: RingEvent): void {
    this.ring.push(event);
    this.ringBytes += event.bytes.length;
    while (this.ring.length > RING_EVENTS_MAX || (this.ringBytes > RING_BYTES_MAX && this.ring.length > 1)) {
      this.ringBytes -= this.ring.shift()?.bytes.length ?? 0;
    }
  }

  private write(reader: StreamReader, bytes: Buffer): void {
    if (!this.readers.has(reader)) return;
    reader.response.write(bytes);
    if (reader.response.writableLength <= BUFFERED_BYTES_MAX) return;
    this.dropped += 1;
    this.options.log.warn('stream reader dropped: it does not read', { bufferedBytes: reader.response.writableLength });
    this.forget(reader);
    reader.response.destroy();
  }

  private forget(reader: StreamReader): void {
    if (!this.readers.delete(reader)) return;
    const nowMs = this.options.clock.nowMs();
    for (const topic of reader.topics) this.readMs.set(topic, nowMs);
  }

  private beat(): void {
    this.end((reader) => !reader.isStillAllowed());
    const bytes = Buffer.from(`: ${this.options.clock.nowMs()}\n\n`);
    for (const reader of this.readers) this.write(reader, bytes);
  }
}

import type { ServerResponse } from 'node:http';
import { SEVERITY_NAMES, type SeverityName } from '@riptide/contracts';
import type { Clock, Log, TimerHandle } from '@riptide/core/kernel';
import type { AuditCursor, AuditReader } from '../../audit/audit-reader.ts';
import { presentTailRow, type AuditItem } from '../presenters/audit.ts';

/** How often is looked for new rows; they are on the screens at most that much later than on disk. */
const LOOK_MS = 200;
const PING_MS = 10_000;
/** Rows of a chain that one look takes, and that a reader who comes back is filled in with. */
const LOOK_ROWS = 1_000;
const FILL_ROWS = 1_000;
/** Bytes that may wait for a reader before it is dropped. It comes back by itself and says where it was. */
const BUFFERED_BYTES_MAX = 1024 * 1024;

/** What a reader wants to see. */
export interface AuditTaste {
  readonly kind: 'both' | 'trades' | 'events';
  readonly symbol: string | null;
  readonly severityMin: SeverityName;
}

/** One browser on the audit stream. */
export interface AuditStreamReader {
  readonly taste: AuditTaste;
  readonly response: ServerResponse;
  /** Asked with every ping; false ends the stream. */
  isStillAllowed(): boolean;
}

/** Somebody else who passes new rows on. */
export interface AuditListener {
  isWatching(): boolean;
  /** Rows were written while it was not watching. */
  missed(): void;
  take(items: readonly AuditItem[]): void;
}

export interface AuditHubParts {
  readonly reader: AuditReader;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Sends new rows of both chains to everybody who watches: read once for all, put into text once for all with the same taste, and written
 * in one piece. Who does not read is dropped, never waited for. While nobody watches only the ends of the chains are looked at.
 */
export class AuditHub {
  private readonly parts: AuditHubParts;
  private readonly readers = new Set<AuditStreamReader>();
  private readonly listeners = new Set<AuditListener>();
  private readonly timers: readonly TimerHandle[];
  private cursor: AuditCursor | null = null;
  /** Readers dropped because they did not read. */
  dropped = 0;

  constructor(parts: AuditHubParts) {
    this.parts = parts;
    this.timers = [parts.clock.every(LOOK_MS, () => this.look()), parts.clock.every(PING_MS, () => this.ping())];
  }

  get size(): number {
    return this.readers.size;
  }

  /** Tells a listener of new rows while it is watching. Returns how to stop it. */
  onRows(listener: AuditListener): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Takes a reader: first what it missed since `lastEventId`, up to a bound and then a `gap`; from there on everything new. */
  attach(reader: AuditStreamReader, lastEventId: string | undefined): void {
    this.look();
    this.readers.add(reader);
    reader.response.once('close', () => this.readers.delete(reader));
    const { cursor } = this;
    const missed = cursorOf(lastEventId);
    if (cursor === null) return;
    if (missed !== null && isBefore(missed, cursor)) this.fill(reader, missed, cursor);
    // An id that is none of ours, or of a chain that was longer: what was missed is not known.
    else if (lastEventId !== undefined && lastEventId !== '') this.write(reader, this.gapText(null));
    // WHY: whoever comes back must be able to say from where, even if nothing was told to them.
    this.write(reader, `id: ${idOf(cursor)}\nevent: ping\ndata: ${this.pingText()}\n\n`);
  }

  /** Ends the streams a predicate picks. */
  end(isMeant: (reader: AuditStreamReader) => boolean): void {
    for (const reader of this.readers) {
      if (!isMeant(reader)) continue;
      this.readers.delete(reader);
      reader.response.end();
    }
  }

  close(): void {
    for (const timer of this.timers) timer.cancel();
    this.end(() => true);
  }

  private look(): void {
    const { reader } = this.parts;
    const watching = [...this.listeners].filter((listener) => listener.isWatching());
    if (this.cursor === null || this.readers.size + watching.length === 0) {
      this.skip();
      return;
    }
    const part = reader.after(this.cursor, LOOK_ROWS);
    if (!part.ok || part.value.rows.length === 0) return;
    this.cursor = part.value.cursor;
    const items = part.value.rows.map(presentTailRow);
    for (const listener of this.listeners) {
      if (watching.includes(listener)) listener.take(items);
      else listener.missed();
    }
    this.tell(items, this.cursor);
  }

  /** Goes to the ends of the chains without reading what is new. */
  private skip(): void {
    const heads = this.parts.reader.heads();
    if (!heads.ok) return;
    const isNews = this.cursor !== null && idOf(heads.value) !== idOf(this.cursor);
    this.cursor = heads.value;
    if (isNews) for (const listener of this.listeners) listener.missed();
  }

  private tell(items: readonly AuditItem[], cursor: AuditCursor): void {
    const texts = new Map<string, string>();
    const lines = new Map<AuditItem, string>();
    for (const reader of this.readers) {
      const { kind, symbol, severityMin } = reader.taste;
      const key = `${kind} ${severityMin} ${symbol ?? ''}`;
      let text = texts.get(key);
      if (text === undefined) {
        text = textOf(
          items.filter((item) => isWanted(item, reader.taste)),
          { cursor, lines },
        );
        texts.set(key, text);
      }
      if (text !== '') this.write(reader, text);
    }
  }

  private fill(reader: AuditStreamReader, missed: AuditCursor, until: AuditCursor): void {
    const oldest = this.parts.reader.oldest();
    const isPruned = oldest.ok && (oldest.value.engineId > missed.engineId || oldest.value.serverId > missed.serverId);
    if (isPruned) this.write(reader, this.gapText(null));
    const part = this.parts.reader.after(missed, FILL_ROWS);
    if (!part.ok) return;
    const items = part.value.rows.map(presentTailRow).filter((item) => isWanted(item, reader.taste));
    const cursor = part.value.cursor;
    const text = textOf(items, { cursor, lines: new Map() });
    if (text !== '') this.write(reader, text);
    if (cursor.engineId < until.engineId || cursor.serverId < until.serverId)
      this.write(reader, this.gapText(items.at(-1)?.created_ts ?? null));
  }

  private gapText(afterTs: number | null): string {
    return `event: gap\ndata: ${JSON.stringify({ kind: 'gap', ts: this.parts.clock.nowMs() / 1_000, after_ts: afterTs })}\n\n`;
  }

  private pingText(): string {
    return JSON.stringify({ kind: 'ping', ts: this.parts.clock.nowMs() / 1_000 });
  }

  private ping(): void {
    this.end((reader) => !reader.isStillAllowed());
    const id = this.cursor === null ? '' : `id: ${idOf(this.cursor)}\n`;
    for (const reader of this.readers) this.write(reader, `${id}event: ping\ndata: ${this.pingText()}\n\n`);
  }

  private write(reader: AuditStreamReader, text: string): void {
    if (!this.readers.has(reader)) return;
    const { response } = reader;
    response.write(text);
    if (response.writableLength <= BUFFERED_BYTES_MAX) return;
    this.dropped += 1;
    this.parts.log.warn('reader of the audit stream dropped: it does not read', {
      bufferedBytes: response.writableLength,
    });
    this.readers.delete(reader);
    response.destroy();
  }
}

function isWanted(item: AuditItem, { kind, symbol, severityMin }: AuditTaste): boolean {
  if (symbol !== null && item.symbol !== symbol) return false;
  if (item.kind === 'trade') return kind !== 'events';
  return kind !== 'trades' && SEVERITY_NAMES.indexOf(item.severity) >= SEVERITY_NAMES.indexOf(severityMin);
}

interface TextParts {
  readonly cursor: AuditCursor;
  /** Texts that were made already. */
  readonly lines: Map<AuditItem, string>;
}

/** The last item carries the place in both chains: whoever gets a part of the text asks again for all of it. */
function textOf(items: readonly AuditItem[], { cursor, lines }: TextParts): string {
  const texts = items.map((item) => {
    let line = lines.get(item);
    if (line === undefined) {
      line = `event: ${item.kind}\ndata: ${JSON.stringify(item)}\n\n`;
      lines.set(item, line);
    }
    return line;
  });
  const last = texts.pop();
  return last === undefined ? '' : `${texts.join('')}id: ${idOf(cursor)}\n${last}`;
}

function isBefore(missed: AuditCursor, cursor: AuditCursor): boolean {
  return missed.engineId <= cursor.engineId && missed.serverId <= cursor.serverId;
}

function idOf({ engineId, serverId }: AuditCursor): string {
  return `${engineId}.${serverId}`;
}

function cursorOf(id: string | undefined): AuditCursor | null {
  const parts = /^(\d{1,15})\.(\d{1,15})$/.exec(id ?? '');
  return parts === null ? null : { engineId: Number(parts[1]), serverId: Number(parts[2]) };
}

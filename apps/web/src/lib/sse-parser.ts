export interface SseEvent {
  readonly event: string;
  readonly data: string;
  /** The last id seen on the stream, this event's own included. */
  readonly id: string | null;
}

/** Bytes of one event beyond which the stream is taken for broken. */
const MAX_EVENT_CHARS = 8_000_000;

/**
 * Cuts a text stream into server-sent events, as the HTML standard's "event stream interpretation" says.
 *
 * Comments (heartbeats) yield nothing. Throws when one event grows beyond eight million characters.
 */
export class SseParser {
  #rest = '';
  #event = '';
  #data: string[] = [];
  #id: string | null = null;

  push(chunk: string): SseEvent[] {
    const lines = (this.#rest + chunk).split(/\r\n|\n|\r/);
    this.#rest = lines.pop() ?? '';
    if (this.#rest.length > MAX_EVENT_CHARS) throw new Error('Invariant: a stream event has no end');
    const events: SseEvent[] = [];
    for (const line of lines) {
      if (line === '') this.#close(events);
      else this.#field(line);
    }
    return events;
  }

  #close(events: SseEvent[]): void {
    if (this.#data.length > 0)
      events.push({ event: this.#event || 'message', data: this.#data.join('\n'), id: this.#id });
    this.#event = '';
    this.#data = [];
  }

  #field(line: string): void {
    const colon = line.indexOf(':');
    if (colon === 0) return;
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'event') this.#event = value;
    else if (name === 'data') this.#data.push(value);
    else if (name === 'id' && !value.includes('\0')) this.#id = value;
  }
}

import type { Log } from '@riptide/core/kernel';

/** Names that nobody asked for are logged once each, up to this many; the decoder counts every one. */
const NAMES_MAX = 100;

/** Tells the log what a venue sends that nobody asked for, without letting it fill the log. */
export class UnknownNames {
  private readonly told = new Set<string>();
  private readonly log: Log;
  private readonly source: string;

  /** `source` says who met them: the venue or its connection. */
  constructor(log: Log, source: string) {
    this.log = log;
    this.source = source;
  }

  tell(what: 'channel' | 'symbol', name: string): void {
    const key = `${what} ${name}`;
    if (this.told.size >= NAMES_MAX || this.told.has(key)) return;
    this.told.add(key);
    this.log.warn('frame of something not asked for', { source: this.source, what, name });
  }
}

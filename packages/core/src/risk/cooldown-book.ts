import { assetsOfInstrument, type CooldownAction, type InstrumentId, type Venue } from '../domain/index.ts';

export interface CooldownRow {
  readonly symbol: string;
  readonly venue: Venue;
  readonly action: CooldownAction;
  readonly endMs: number;
  readonly durationMs: number;
  readonly reason: string;
}

export interface ActiveCooldown extends CooldownRow {
  readonly remainingMs: number;
}

const keyOf = (symbol: string, venue: Venue, action: CooldownAction): string => `${venue}|${symbol}|${action}`;

/** Pauses of symbols at venues. A newer one replaces an older of the same symbol, venue and action; past ones are dropped on the next write. */
export class CooldownBook {
  private readonly rows = new Map<string, CooldownRow>();

  /** Starts a cooldown at `atMs`; a duration of 0 clears it. */
  set(given: Omit<CooldownRow, 'endMs'>, atMs: number): void {
    for (const [key, row] of this.rows) if (row.endMs <= atMs) this.rows.delete(key);
    const { symbol, venue, action, durationMs, reason } = given;
    const key = keyOf(symbol, venue, action);
    if (durationMs <= 0) this.rows.delete(key);
    else this.rows.set(key, { symbol, venue, action, endMs: atMs + durationMs, durationMs, reason });
  }

  /** Starts the pause after a loss; one that runs longer stays. */
  afterLoss(id: InstrumentId, durationMs: number, atMs: number): void {
    const assets = assetsOfInstrument(id);
    if (assets === null) return;
    const { symbol, venue } = assets;
    const runningEndMs = this.endMs(symbol, venue, 'trade', atMs) ?? 0;
    if (runningEndMs < atMs + durationMs) {
      this.set({ symbol, venue, action: 'trade', durationMs, reason: 'closed with a loss' }, atMs);
    }
  }

  endMs(symbol: string, venue: Venue, action: CooldownAction, nowMs: number): number | null {
    const row = this.rows.get(keyOf(symbol, venue, action));
    return row === undefined || nowMs >= row.endMs ? null : row.endMs;
  }

  active(nowMs: number): ActiveCooldown[] {
    return [...this.rows.values()]
      .filter((row) => nowMs < row.endMs)
      .map((row) => ({ ...row, remainingMs: row.endMs - nowMs }));
  }

  snapshot(): readonly CooldownRow[] {
    return [...this.rows.values()];
  }

  static restore(rows: readonly CooldownRow[]): CooldownBook {
    const book = new CooldownBook();
    for (const row of rows) book.rows.set(keyOf(row.symbol, row.venue, row.action), row);
    return book;
  }
}

import type { InstrumentId } from '@riptide/core/domain';

const NAMES_MAX = 20_000;

/**
 * Remembers which of our ids a venue's order number stands for: trades asked for by REST name only the number, and the order that a
 * trigger makes has a number of its own. Numbers are only unique per instrument. Bounded: the oldest are forgotten first, which leaves the id of an old trade unknown.
 */
export class OrderNames {
  private readonly names = new Map<string, string>();

  /** Keeps a pair; the first name of a number stays. */
  learn(instrumentId: InstrumentId, venueOrderId: string, clientOrderId: string | null): void {
    const key = `${instrumentId} ${venueOrderId}`;
    if (clientOrderId === null || this.names.has(key)) return;
    if (this.names.size >= NAMES_MAX) {
      const oldest = this.names.keys().next();
      if (oldest.done !== true) this.names.delete(oldest.value);
    }
    this.names.set(key, clientOrderId);
  }

  /** Keeps a pair over whatever was kept: the order of a trigger belongs to the conditional order. */
  link(instrumentId: InstrumentId, venueOrderId: string, clientOrderId: string | null): void {
    if (clientOrderId === null) return;
    this.names.delete(`${instrumentId} ${venueOrderId}`);
    this.learn(instrumentId, venueOrderId, clientOrderId);
  }

  find(instrumentId: InstrumentId, venueOrderId: string): string | null {
    return this.names.get(`${instrumentId} ${venueOrderId}`) ?? null;
  }
}

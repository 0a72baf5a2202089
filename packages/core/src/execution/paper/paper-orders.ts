import type { Fill, InstrumentId, OrderRef } from '../../domain/index.ts';
import { isLive, type PaperOrder } from './paper-order.ts';

const FINAL_MAX = 5_000;
const FILLS_MAX = 20_000;

/** The orders and fills a paper venue remembers. Every live order; final ones and fills up to a bound, the oldest forgotten first. */
export class PaperOrders {
  private readonly byVenueId = new Map<string, PaperOrder>();
  private readonly byClientId = new Map<string, PaperOrder>();
  private readonly liveByInstrument = new Map<InstrumentId, Set<PaperOrder>>();
  private readonly finals: PaperOrder[] = [];
  private fillList: Fill[] = [];

  add(order: PaperOrder): void {
    this.byVenueId.set(order.venueOrderId, order);
    if (order.clientOrderId !== null) this.byClientId.set(order.clientOrderId, order);
    const live = this.liveByInstrument.get(order.instrument.id) ?? new Set();
    live.add(order);
    this.liveByInstrument.set(order.instrument.id, live);
  }

  hasClientId(clientOrderId: string): boolean {
    return this.byClientId.has(clientOrderId);
  }

  find({ clientOrderId, venueOrderId }: Pick<OrderRef, 'clientOrderId' | 'venueOrderId'>): PaperOrder | null {
    const named = clientOrderId === null ? undefined : this.byClientId.get(clientOrderId);
    return named ?? (venueOrderId === null ? undefined : this.byVenueId.get(venueOrderId)) ?? null;
  }

  /** Returns the live orders of an instrument, oldest first. */
  live(instrumentId: InstrumentId): readonly PaperOrder[] {
    const live = this.liveByInstrument.get(instrumentId);
    return live === undefined ? [] : [...live];
  }

  allLive(): readonly PaperOrder[] {
    return [...this.liveByInstrument.values()].flatMap((live) => [...live]);
  }

  /** Takes an order that has ended out of the live ones. */
  retire(order: PaperOrder): void {
    if (isLive(order)) throw new Error(`Invariant: paper order ${order.venueOrderId} is live`);
    const live = this.liveByInstrument.get(order.instrument.id);
    if (live?.delete(order) !== true) return;
    if (live.size === 0) this.liveByInstrument.delete(order.instrument.id);
    this.finals.push(order);
    if (this.finals.length <= FINAL_MAX) return;
    const oldest = this.finals.shift();
    if (oldest === undefined) return;
    this.byVenueId.delete(oldest.venueOrderId);
    if (oldest.clientOrderId !== null) this.byClientId.delete(oldest.clientOrderId);
  }

  addFill(fill: Fill): void {
    this.fillList.push(fill);
    if (this.fillList.length > 2 * FILLS_MAX) this.fillList = this.fillList.slice(-FILLS_MAX);
  }

  /** Returns the fills of an order that just came in: they are among the newest. */
  fillsOf(venueOrderId: string): readonly Fill[] {
    const newest: Fill[] = [];
    for (let at = this.fillList.length - 1; at >= 0; at -= 1) {
      const fill = this.fillList[at] as Fill;
      if (fill.venueOrderId !== venueOrderId) break;
      newest.unshift(fill);
    }
    return newest;
  }

  fillsSince(sinceMs: number): readonly Fill[] {
    return this.fillList.filter((fill) => fill.venueMs >= sinceMs);
  }
}

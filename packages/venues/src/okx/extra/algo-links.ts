import type { Fill, OrderReport } from '@riptide/core/domain';
import type { AlgoReading } from './parse-algo.ts';

/** Conditional orders remembered; the oldest are forgotten. The venue allows 600 resting ones per instrument. */
const LINKS_MAX = 5_000;

interface Link {
  readonly algoId: string;
  clientOrderId: string | null;
  ordId: string | null;
  /** null until the venue reported the conditional order itself. */
  report: OrderReport | null;
}

/**
 * Knows which order a conditional order became. The venue gives the new order an id of its own and no client id, while the core follows
 * one order under one client id.
 */
export class AlgoLinks {
  private readonly byAlgoId = new Map<string, Link>();
  private readonly byOrdId = new Map<string, Link>();
  private readonly byClientId = new Map<string, Link>();

  /** Notes a conditional order that was just accepted. */
  placed(algoId: string, clientOrderId: string): void {
    this.link(algoId, clientOrderId);
  }

  /** Notes what the venue says of a conditional order. */
  seen(reading: AlgoReading): void {
    const link = this.link(reading.algoId, reading.report.clientOrderId);
    link.report = reading.report;
    this.become(link, reading.ordId);
  }

  /** Notes that an order came from a conditional one. */
  triggered(algoId: string, ordId: string): void {
    this.become(this.link(algoId, null), ordId);
  }

  /** Returns both ids of a conditional order; null when it is not known by this client id. */
  idsOf(clientOrderId: string): { readonly algoId: string; readonly ordId: string | null } | null {
    return this.byClientId.get(clientOrderId) ?? null;
  }

  /** Returns the report of an order with what its conditional order adds; unchanged for other orders. */
  completeOrder(report: OrderReport): OrderReport {
    const link = this.byOrdId.get(report.venueOrderId);
    if (link === undefined) return report;
    const origin = link.report;
    return {
      ...report,
      clientOrderId: link.clientOrderId ?? report.clientOrderId,
      ...(origin === null
        ? {}
        : { type: origin.type, triggerPx: origin.triggerPx, closesPosition: origin.closesPosition }),
    };
  }

  /** Returns an execution under the client id of its conditional order; unchanged for other orders. */
  completeFill(fill: Fill): Fill {
    const clientOrderId = this.byOrdId.get(fill.venueOrderId)?.clientOrderId ?? null;
    return clientOrderId === null ? fill : { ...fill, clientOrderId };
  }

  private link(algoId: string, clientOrderId: string | null): Link {
    const known = this.byAlgoId.get(algoId);
    if (known !== undefined) {
      this.name(known, clientOrderId);
      return known;
    }
    if (this.byAlgoId.size >= LINKS_MAX) this.forgetOldest();
    const link: Link = { algoId, clientOrderId: null, ordId: null, report: null };
    this.byAlgoId.set(algoId, link);
    this.name(link, clientOrderId);
    return link;
  }

  /** The client id may come later than the order: the two sockets are not in step. */
  private name(link: Link, clientOrderId: string | null): void {
    if (clientOrderId === null || link.clientOrderId !== null) return;
    link.clientOrderId = clientOrderId;
    this.byClientId.set(clientOrderId, link);
  }

  private become(link: Link, ordId: string | null): void {
    if (ordId === null) return;
    link.ordId = ordId;
    this.byOrdId.set(ordId, link);
  }

  private forgetOldest(): void {
    const oldest = this.byAlgoId.values().next().value;
    if (oldest === undefined) return;
    this.byAlgoId.delete(oldest.algoId);
    if (oldest.ordId !== null) this.byOrdId.delete(oldest.ordId);
    if (oldest.clientOrderId !== null) this.byClientId.delete(oldest.clientOrderId);
  }
}

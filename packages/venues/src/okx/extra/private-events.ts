import type { PrivateSink } from '@riptide/core/domain';
import type { JsonRecord, PrivateVenueDeps } from '../../kit/index.ts';
import { parsePrivateFrame, type PrivateEvent } from '../ws/parse-private.ts';
import type { AccountDesk } from './account-desk.ts';
import type { AccountModes } from './account-modes.ts';
import type { AlgoLinks } from './algo-links.ts';
import type { PrivateRowReader } from './private-row-reader.ts';
import type { VenueOffset } from './venue-offset.ts';

export interface PrivateEventsOptions {
  readonly deps: PrivateVenueDeps;
  readonly offset: VenueOffset;
  readonly reader: PrivateRowReader;
  readonly links: AlgoLinks;
  readonly modes: AccountModes;
  readonly account: AccountDesk;
}

/** How far back bills are read when the stream says that one is due. */
const BILLS_BACK_MS = 600_000;

/** Hands what private frames say to the sink, in wire order. */
export class PrivateEvents {
  private readonly options: PrivateEventsOptions;
  private sink: PrivateSink | null = null;
  /** Types of bills being read; one more push of the same type sets true: read once again. */
  private readonly due = new Map<string, boolean>();

  constructor(options: PrivateEventsOptions) {
    this.options = options;
  }

  open(sink: PrivateSink): void {
    this.sink = sink;
  }

  close(): void {
    this.sink = null;
  }

  onFrame(frame: JsonRecord): void {
    for (const event of parsePrivateFrame(frame, this.options.reader.find)) this.onEvent(event);
  }

  private onEvent(event: PrivateEvent): void {
    const { links, modes, reader } = this.options;
    switch (event.kind) {
      case 'order':
        if (event.algoId !== null) links.triggered(event.algoId, event.report.venueOrderId);
        this.sink?.onOrder(links.completeOrder(event.report));
        return;
      case 'fill':
        this.sink?.onFill(links.completeFill(event.fill));
        return;
      case 'algo':
        links.seen(event.reading);
        this.sink?.onOrder(event.reading.report);
        return;
      case 'position':
        modes.observe(event.position);
        this.sink?.onPosition(event.position);
        return;
      case 'balances':
        this.sink?.onBalances(event.balances);
        return;
      case 'bill-due':
        void this.readBills(event.billType);
        return;
      case 'unknown-symbol':
        reader.countUnknown(event.row);
        return;
      case 'malformed':
        reader.countMalformed('private stream');
        return;
    }
  }

  /** One read per type at a time; what is missed here is found by the next reading of the income history. */
  private async readBills(type: string): Promise<void> {
    if (this.due.has(type)) {
      this.due.set(type, true);
      return;
    }
    do {
      this.due.set(type, false);
      const { account, deps, offset } = this.options;
      const bills = await account.bills(type, offset.venueMs() - BILLS_BACK_MS);
      if (!bills.ok) deps.log.warn('bills not read', { venue: 'OKX', type, code: bills.error.code });
      else for (const bill of bills.value) this.sink?.onIncome(bill);
    } while (this.due.get(type) === true && this.sink !== null);
    this.due.delete(type);
  }
}

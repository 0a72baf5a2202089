import type { Fill, Instrument, OrderReport, PositionReport, PrivateSink } from '@riptide/core/domain';
import type { JsonRecord, VenueDeps } from '../../kit/index.ts';
import { readPosition } from './parse-account.ts';
import { readPrivateFrame, type PrivateReading } from '../ws/parse-private.ts';
import type { AccountSettings } from './account-settings.ts';
import type { FillFollowUp } from './fill-follow-up.ts';
import type { InstrumentBook } from './instrument-book.ts';
import type { OrderMemory } from './order-memory.ts';

export interface AccountEventsOptions {
  readonly deps: VenueDeps;
  readonly book: InstrumentBook;
  readonly memory: OrderMemory;
  readonly settings: AccountSettings;
  readonly sink: PrivateSink;
  readonly fills: FillFollowUp;
  /** Asks for an order that an event left half told, and for funding that was settled. */
  readonly onHalfTold: (report: OrderReport, instrument: Instrument) => void;
  readonly onSettlement: (instrument: Instrument, fundingMs: number) => void;
  /** Something of ours could not be read: everything has to be asked for. */
  readonly onUnreadable: (topic: string) => void;
}

/** Turns what the private sockets say into the sink's calls. Remembers of each position what partial rows leave out. */
export class AccountEvents {
  private readonly options: AccountEventsOptions;
  private readonly rows = new Map<string, JsonRecord>();

  constructor(options: AccountEventsOptions) {
    this.options = options;
  }

  /** Takes one pushed frame. */
  take(frame: JsonRecord): void {
    const { book, memory, deps } = this.options;
    const readings = readPrivateFrame(frame, {
      instrumentOf: (wireSymbol) => book.find(wireSymbol),
      traitsOf: (venueOrderId, clientOrderId) => memory.find(venueOrderId, clientOrderId),
      nowMs: deps.clock.nowMs(),
    });
    for (const reading of readings) this.handle(reading);
  }

  /** Forgets the position rows: what happened while the stream was down is not in them. */
  reset(): void {
    this.rows.clear();
  }

  /** Tells a fill, with our id where the order is remembered. */
  tellFill(fill: Fill): void {
    const clientOrderId =
      fill.clientOrderId ?? this.options.memory.find(fill.venueOrderId, null)?.clientOrderId ?? null;
    this.options.sink.onFill({ ...fill, clientOrderId });
  }

  /** Tells an order and remembers what it is. */
  tellOrder(report: OrderReport): void {
    this.options.memory.remember(report.venueOrderId, report);
    this.options.sink.onOrder(report);
  }

  private handle(reading: PrivateReading): void {
    const { settings, sink, fills, onHalfTold, onSettlement, onUnreadable } = this.options;
    switch (reading.kind) {
      case 'order':
        if (reading.isWhole) this.tellOrder(reading.report);
        else onHalfTold(reading.report, reading.instrument);
        return;
      case 'match':
        fills.announce(reading.instrument, reading.fillId, reading.venueMs);
        return;
      case 'position':
        this.onPosition(reading.instrument, reading.row, reading.isPartial);
        return;
      case 'settlement':
        onSettlement(reading.instrument, reading.fundingMs);
        return;
      case 'balance':
        sink.onBalances([reading.balance]);
        return;
      case 'margin-mode':
        settings.noteMarginMode(reading.wireSymbol, reading.mode);
        return;
      case 'leverage':
        return;
      case 'malformed':
        onUnreadable(reading.topic);
    }
  }

  private onPosition(instrument: Instrument, row: JsonRecord, isPartial: boolean): void {
    const key = `${instrument.wireSymbol} ${String(row['positionSide'] ?? 'BOTH')}`;
    const known = this.rows.get(key);
    // Before the first whole row a mark's move says nothing about the position.
    if (isPartial && known === undefined) return;
    const whole = { ...known, ...row };
    const position: PositionReport | null = readPosition(whole, instrument);
    if (position === null) {
      this.options.onUnreadable('position');
      return;
    }
    this.rows.set(key, whole);
    this.options.sink.onPosition(position);
  }
}

import {
  type DomainError,
  type Fill,
  type Income,
  type Instrument,
  type OrderRef,
  type OrderReport,
  type PrivateSink,
  type PrivateStreamState,
  type Result,
} from '@riptide/core/domain';
import { pause, type PrivateVenueDeps } from '../../kit/index.ts';
import type { KucoinProduct } from '../enums.ts';
import { AccountEvents } from './account-events.ts';
import type { AccountSettings } from './account-settings.ts';
import { FillFollowUp } from './fill-follow-up.ts';
import type { InstrumentBook } from './instrument-book.ts';
import type { OrderMemory } from './order-memory.ts';
import type { PrivateApi } from './private-api.ts';
import { PrivateStreams } from './private-streams.ts';

export interface LiveAccountOptions {
  readonly api: PrivateApi;
  readonly deps: PrivateVenueDeps;
  readonly book: InstrumentBook;
  readonly memory: OrderMemory;
  readonly settings: AccountSettings;
  readonly sink: PrivateSink;
  readonly fetchFills: (
    instrument: Instrument | null,
    sinceMs: number,
  ) => Promise<Result<readonly Fill[], DomainError>>;
  readonly fetchFunding: (instrument: Instrument, sinceMs: number) => Promise<Result<readonly Income[], DomainError>>;
  readonly queryOrder: (ref: OrderRef) => Promise<Result<OrderReport | null, DomainError>>;
}

/** The history may name a settlement a little before or after the event's own time. */
const SETTLEMENT_SLACK_MS = 60_000;
const FUNDING_TRIES = 5;
const FUNDING_RETRY_MS = 2_000;

/** The private streams of an account and what they need to be asked for besides: fees, half-told stops, settled funding. */
export class LiveAccount {
  private readonly options: LiveAccountOptions;
  private readonly streams: PrivateStreams;
  private readonly events: AccountEvents;
  private readonly fills: FillFollowUp;
  private readonly stopping = new AbortController();

  constructor(options: LiveAccountOptions) {
    this.options = options;
    const { api, deps, sink } = options;
    this.streams = new PrivateStreams({
      api,
      deps,
      onFrame: (frame) => this.events.take(frame),
      onState: (state) => this.onState(state),
    });
    this.fills = new FillFollowUp({
      deps,
      fetch: options.fetchFills,
      onFill: (fill) => this.events.tellFill(fill),
      onLost: (detail) => this.onLost(detail),
    });
    this.events = new AccountEvents({
      ...options,
      sink,
      fills: this.fills,
      onHalfTold: (report, instrument) => void this.completeOrder(report, instrument),
      onSettlement: (instrument, fundingMs) => void this.completeFunding(instrument, fundingMs),
      onUnreadable: (topic) => this.onLost(`event of ${topic} can't be read`),
    });
  }

  start(): Promise<Result<null, DomainError>> {
    return this.streams.start();
  }

  stop(): void {
    this.stopping.abort();
    this.fills.stop();
    this.streams.stop();
  }

  state(): PrivateStreamState {
    return this.streams.state();
  }

  /** See `PrivateStreams.expectEvent`. */
  expectEvent(product: KucoinProduct, sentMs: number): void {
    this.streams.expectEvent(product, sentMs);
  }

  private onState(state: PrivateStreamState): void {
    const { settings, sink } = this.options;
    // Nothing told while the streams were down is known: modes and position rows start anew.
    if (!state.isLive) {
      settings.forgetAll();
      this.events.reset();
    }
    sink.onStream(state);
  }

  private onLost(detail: string): void {
    this.options.deps.log.warn('private events missed: reconciling', { venue: 'KUCOIN', detail });
    this.streams.announceLoss();
  }

  private async completeOrder(report: OrderReport, instrument: Instrument): Promise<void> {
    const { queryOrder } = this.options;
    const { venueOrderId } = report;
    const asked = await queryOrder({ instrument, clientOrderId: null, venueOrderId, isConditional: true });
    if (this.stopping.signal.aborted) return;
    if (!asked.ok) this.options.deps.log.warn('stop order could not be read', { venue: 'KUCOIN', ...asked.error });
    this.events.tellOrder(asked.ok && asked.value !== null ? asked.value : report);
  }

  private async completeFunding(instrument: Instrument, fundingMs: number): Promise<void> {
    const { deps, fetchFunding, sink } = this.options;
    const { signal } = this.stopping;
    for (let attempt = 0; attempt < FUNDING_TRIES && !signal.aborted; attempt += 1) {
      const incomes = await fetchFunding(instrument, fundingMs - SETTLEMENT_SLACK_MS);
      if (signal.aborted) return;
      if (!incomes.ok) deps.log.warn('funding could not be read', { venue: 'KUCOIN', ...incomes.error });
      else for (const income of incomes.value) sink.onIncome(income);
      if (incomes.ok && incomes.value.length > 0) return;
      await pause(deps.clock, FUNDING_RETRY_MS, signal);
    }
    if (!signal.aborted) this.onLost(`funding of ${instrument.wireSymbol} was settled and is in no history`);
  }
}

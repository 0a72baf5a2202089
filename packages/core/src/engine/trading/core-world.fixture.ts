import { buildDepth } from '../../domain/build-messages.fixture.ts';
import { buildInstrument } from '../../domain/build-instrument.fixture.ts';
import {
  MarkMessage,
  ok,
  type DomainError,
  type ExecutionClient,
  type Fill,
  type KeyReport,
  type PlaceAck,
  type PlaceOrder,
  type Result,
  type Venue,
} from '../../domain/index.ts';
import { FakeExecutionClient, reportOf } from '../../execution/fake-execution-client.fixture.ts';
import { seededRandom, silentLog, VirtualClock } from '../../kernel/index.ts';
import { MarketStore } from '../../market-data/index.ts';
import type { OrderWish } from '../trading-views.ts';
import { MemoryJournal } from './memory-journal.fixture.ts';
import { TradingCore, type TradingCoreDeps } from './trading-core.ts';

export const T0 = 1_800_000_000_000;
const VENUES = ['BINANCE', 'BYBIT'] as const;
const INSTRUMENTS = VENUES.flatMap((venue) => [
  buildInstrument({ venue, kind: 'perp' }),
  buildInstrument({ venue, kind: 'spot', pxTick: '0.1', qtyStep: '0.00001', qtyMin: '0.00001' }),
]);

/** Two venues with a perp and a spot pair each, a journal in memory, and cores that start over it again and again. */
export class CoreWorld {
  readonly clock: VirtualClock;
  readonly store: MarketStore;
  readonly journal = new MemoryJournal();
  readonly live = new LiveVenue();
  core: TradingCore | null = null;

  constructor(startMs = T0) {
    this.clock = new VirtualClock(startMs);
    this.store = new MarketStore(INSTRUMENTS, {
      isQuoteChecked: false,
      listener: { onTopChanged: () => undefined, onResyncNeeded: () => undefined },
    });
    for (const venue of VENUES) this.store.setClockOffset(venue, 0);
    this.show(60_000, 60_001);
  }

  /** Shows a book on every instrument, and on the perps a mark in its middle and when funding is settled next. */
  show(bid: number, ask: number, nextFundingMs = this.clock.nowMs() + 4 * 3_600_000): void {
    INSTRUMENTS.forEach(({ kind }, ix) => {
      this.store.onBookSnapshot(ix, buildDepth([[bid * 10, 5]], [[ask * 10, 5]]), this.clock.nowMs());
      if (kind !== 'perp') return;
      const mark = new MarkMessage();
      mark.markPx = (bid + ask) / 2;
      mark.fundingRateFrac = 0.0001;
      mark.nextFundingMs = nextFundingMs;
      this.store.onMark(ix, mark, this.clock.nowMs());
    });
  }

  /** Starts a core over what the journal holds. */
  async start(over: Partial<TradingCoreDeps> = {}): Promise<TradingCore> {
    await this.during(this.begin(over));
    await this.pass(1_000);
    return this.running();
  }

  /** Starts a core without waiting for its accounts. */
  begin(over: Partial<TradingCoreDeps> = {}): Promise<void> {
    const core = new TradingCore({
      clock: this.clock,
      random: seededRandom(7),
      log: silentLog(),
      store: this.store,
      journal: this.journal,
      restored: this.journal.restored(),
      market: 'sim',
      execution: 'paper',
      paperUsdt: '10000',
      keys: {},
      createLiveClient: (): ExecutionClient => this.live,
      onWritten: () => undefined,
      ...over,
    });
    this.core = core;
    return core.start();
  }

  async stop(): Promise<void> {
    await this.core?.stop();
    this.core = null;
  }

  /** Lets virtual time pass until a promise is done. */
  async during<T>(work: Promise<T>): Promise<T> {
    const progress = { isDone: false };
    void Promise.allSettled([work]).then(() => (progress.isDone = true));
    for (let step = 0; step < 12_000 && !progress.isDone; step += 1) {
      await settle();
      this.clock.advance(10);
    }
    if (!progress.isDone) throw new Error('the work did not end within two minutes');
    return work;
  }

  /** Lets time pass with a book that stays as it is. */
  async pass(ms: number): Promise<void> {
    await this.during(new Promise<void>((resolve) => void this.clock.after(ms, resolve)));
  }

  async trade(over: Partial<OrderWish> = {}): Promise<Result<unknown, DomainError>> {
    const preview = await this.preview(over);
    return preview.ok ? this.execute(preview.value.previewId) : preview;
  }

  preview(over: Partial<OrderWish> = {}) {
    return this.during(this.running().call('preview-order', wish(over)));
  }

  execute(previewId: string) {
    return this.during(this.running().call('execute-order', { previewId, by: 'operator' }));
  }

  /** The core that runs; a test that has stopped it is wrong. */
  running(): TradingCore {
    if (this.core === null) throw new Error('no core runs');
    return this.core;
  }
}

/** BINANCE with a key that may trade, a working stream of fills, and market orders that are filled at 60000. */
export class LiveVenue extends FakeExecutionClient {
  private fillCount = 0;

  constructor() {
    super();
    this.balanceList = [
      { scope: 'futures', asset: 'USDT', total: '10000', free: '10000', locked: '0', borrowed: '0', updatedMs: T0 },
    ];
    this.onPlace = (order) => Promise.resolve(ok(this.fillOrRest(order)));
  }

  override probeKey(): Promise<Result<KeyReport, DomainError>> {
    const may = { spotOk: true, futuresOk: true, canWithdraw: false, isReadOnly: false, isIpRestricted: true };
    return Promise.resolve(
      ok({
        venue: this.venue,
        accountId: null,
        ...may,
        expiresMs: null,
        positionMode: 'one-way' as const,
        detail: 'a key',
      }),
    );
  }

  fillOrRest(order: PlaceOrder): PlaceAck {
    const ack = this.take(order);
    return order.type === 'market' ? { ...ack, ...this.fill(order) } : ack;
  }

  /** Fills the whole of an order at 60000; the position follows. */
  fill(order: PlaceOrder): Pick<PlaceAck, 'report' | 'fills'> {
    const qtyBase = order.qtyBase ?? '0';
    const report = reportOf(order, { status: 'filled', cumQtyBase: qtyBase, avgPx: '60000', updatedMs: T0 + 1 });
    this.orders.set(order.clientOrderId, report);
    this.fillCount += 1;
    const fill: Fill = {
      instrumentId: order.instrument.id,
      fillId: String(this.fillCount),
      venueOrderId: report.venueOrderId,
      clientOrderId: order.clientOrderId,
      side: order.side,
      px: '60000',
      qtyBase,
      fee: '0',
      feeAsset: 'USDT',
      liquidity: 'taker',
      cause: 'order',
      venueMs: T0 + 2_000 + this.fillCount,
    };
    this.fillList.push(fill);
    if (order.instrument.kind === 'spot') return { report, fills: [fill] };
    const held = Number(this.positionList[0]?.qtyBase ?? 0) + Number(qtyBase) * (order.side === 'BUY' ? 1 : -1);
    this.positionList =
      held === 0
        ? []
        : [
            {
              instrumentId: order.instrument.id,
              qtyBase: String(held),
              entryPx: '60000',
              markPx: '60000',
              unrealisedUsd: '0',
              leverage: 1,
              marginMode: 'isolated',
              liquidationPx: null,
              marginUsd: null,
              adlRank: null,
              updatedMs: T0,
            },
          ];
    return { report, fills: [fill] };
  }

  get stops(): readonly string[] {
    return [...this.orders.values()].flatMap(({ type, status, triggerPx }) =>
      type === 'stop-market' && status === 'untriggered' ? [triggerPx ?? ''] : [],
    );
  }
}

export const LIVE_KEYS: TradingCoreDeps['keys'] = { BINANCE: { apiKey: 'k', apiSecret: 's' } as never };

export function wish(over: Partial<OrderWish> = {}): OrderWish {
  return {
    venue: 'BINANCE' as Venue,
    market: 'perp',
    symbol: 'BTCUSDT',
    side: 'BUY',
    type: 'market',
    qtyBase: '0.01',
    notionalUsd: null,
    px: null,
    isReduceOnly: false,
    tif: 'IOC',
    leverage: null,
    ...over,
  };
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

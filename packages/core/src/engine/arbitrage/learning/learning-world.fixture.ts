import { buildInstrument } from '../../../domain/build-instrument.fixture.ts';
import { buildDepth } from '../../../domain/build-messages.fixture.ts';
import {
  domainError,
  err,
  ok,
  type ArbitrageSettings,
  type ArbSample,
  type ArbTrade,
  type DomainError,
  type Fill,
  type LegKey,
  type OrderReport,
  type PlannedOrder,
  type Result,
  type TradingFact,
  type TradingRecord,
} from '../../../domain/index.ts';
import { clientOrderId } from '../../../execution/index.ts';
import { silentLog, VirtualClock } from '../../../kernel/index.ts';
import { MarketStore } from '../../../market-data/index.ts';
import { newRow, UNPRICED } from '../../../strategies/arbitrage/opportunity-row.ts';
import { PairTable, type OpportunityRow, type Policy } from '../../../strategies/index.ts';
import { MarketEyes } from '../../trading/market-eyes.ts';
import { arbIntentId } from '../arb-ids.ts';
import { ArbitrageState } from '../arbitrage-state.ts';
import { LearningDesk } from './learning-desk.ts';

const T0 = 1_800_000_000_000;
const TICK_MS = 100;
const INSTRUMENTS = (['BINANCE', 'OKX'] as const).map((venue) => buildInstrument({ venue }));
export const BUY_AT = 0;
export const SELL_AT = 1;
const ARB_ID = 'a00000000001';

/** Two books that a test moves, a list of rows that it fills, and the desk over the real learner. BINANCE is bought, OKX sold. */
export class LearningWorld {
  readonly clock = new VirtualClock(T0);
  readonly store: MarketStore;
  readonly state = new ArbitrageState();
  readonly samples: ArbSample[] = [];
  readonly desk: LearningDesk;
  readonly scanner = { isScanning: true, rows: (): readonly OpportunityRow[] => this.rows };
  rows: readonly OpportunityRow[] = [];
  isJournalFull = false;
  private seq = 0;
  private fillCount = 0;

  constructor() {
    this.store = new MarketStore(INSTRUMENTS, {
      isQuoteChecked: false,
      listener: { onTopChanged: () => undefined, onResyncNeeded: () => undefined },
    });
    const { clock, state, scanner } = this;
    const facts = {
      append: (told: readonly TradingFact[]): Result<readonly TradingRecord[], DomainError> =>
        this.isJournalFull
          ? err(domainError('ENGINE_JOURNAL_FAILED', 'full', { outcome: 'not-sent' }))
          : ok(told.map((fact) => this.tell(fact))),
    };
    const core = { clock, log: silentLog(), eyes: new MarketEyes(this.store), facts };
    this.desk = new LearningDesk({ core, state, scanner });
    clock.every(TICK_MS, () => this.desk.tick(clock.nowMs()));
    this.show(BUY_AT, 60_000);
    this.show(SELL_AT, 60_100);
  }

  /** Shows a book of one tick spread: so much on each of five levels a USD apart. */
  show(ix: number, bidPx: number, qtyBase = 1): void {
    const ticks = Math.round(bidPx * 10);
    const level = (from: number, step: number) => (_: unknown, at: number) => [from + step * at, qtyBase] as const;
    const bids = Array.from({ length: 5 }, level(ticks, -10));
    const asks = Array.from({ length: 5 }, level(ticks + 1, 10));
    this.store.onBookSnapshot(ix, buildDepth(bids, asks), this.clock.nowMs());
  }

  /** Lets time pass with books that stay as they are and alive. */
  pass(ms: number): void {
    for (let passed = 0; passed < ms; passed += 10) {
      this.clock.advance(10);
      for (const ix of [BUY_AT, SELL_AT]) this.store.onBookAlive(ix, Number.NaN, this.clock.nowMs());
    }
  }

  /** Lists the pair: 0.01 coins, 16.7 bps gross, fees of 10, a reserve of 1. */
  list(policy: Policy = 'executable'): void {
    const [pair] = new PairTable(INSTRUMENTS).pairs.filter(({ buyIx }) => buyIx === BUY_AT);
    if (pair === undefined) throw new Error('no pair');
    const [buyVwapPx, sellVwapPx] = [60_000.1, 60_100];
    const grossBps = ((sellVwapPx - buyVwapPx) / ((sellVwapPx + buyVwapPx) / 2)) * 1e4;
    const figures = { grossBps, entryNetBps: grossBps - 11, latencyReserveBps: 1 };
    const priced = { ...UNPRICED, qtyBase: 0.01, notionalUsd: 600, buyVwapPx, sellVwapPx, ...figures };
    this.rows = [{ ...newRow(pair, priced), policy }];
  }

  set(value: Partial<ArbitrageSettings>): void {
    this.tell({ kind: 'arb-settings', value, by: 'ann' });
  }

  /** Folds a fact the way the core does. */
  tell(fact: TradingFact): TradingRecord {
    this.seq += 1;
    const record: TradingRecord = { ...fact, seq: this.seq, atMs: this.clock.nowMs() };
    if (record.kind === 'arb-sample') this.samples.push(record.sample);
    this.state.apply(record);
    this.desk.onRecord(record);
    return record;
  }

  trade(over: Partial<ArbTrade> = {}): void {
    this.tell({ kind: 'arb', trade: { ...this.planned(), ...over } });
  }

  /** The first order of a leg's entry goes to disk. */
  order(leg: LegKey, over: Partial<PlannedOrder> = {}): void {
    const trade = this.planned();
    const { venue, instrumentId, side, limitPx } = trade[leg];
    const intentId = arbIntentId(ARB_ID, { leg, phase: 'entry', n: 1 });
    const order: PlannedOrder = {
      clientOrderId: idOf(leg),
      intentId,
      source: 'arbitrage',
      role: 'entry',
      venue,
      mode: 'paper',
      instrumentId,
      side,
      type: 'limit',
      tif: 'IOC',
      qtyBase: trade.wantedQtyBase,
      px: limitPx,
      triggerPx: null,
      triggerBy: 'mark',
      isReduceOnly: false,
      closesPosition: false,
      leverage: 2,
      ...over,
    };
    this.tell({ kind: 'order', order });
  }

  /** It fills, with a fee of 5 bps, and the venue says that it ended. */
  fill(leg: LegKey, px: string, qtyBase = '0.01'): void {
    const { instrumentId, side, account } = this.planned()[leg];
    this.fillCount += 1;
    const fill: Fill = {
      instrumentId,
      fillId: `f${this.fillCount}`,
      venueOrderId: '1',
      clientOrderId: idOf(leg),
      side,
      px,
      qtyBase,
      fee: String(Number(px) * Number(qtyBase) * 0.0005),
      feeAsset: 'USDT',
      liquidity: 'taker',
      cause: 'order',
      venueMs: this.clock.nowMs(),
    };
    this.tell({ kind: 'fill', account, fill });
    this.end(leg, qtyBase === '0.01' ? 'filled' : 'expired', qtyBase);
  }

  end(leg: LegKey, status: OrderReport['status'], cumQtyBase = '0'): void {
    const { instrumentId, side, account, limitPx } = this.planned()[leg];
    const report: OrderReport = {
      instrumentId,
      clientOrderId: idOf(leg),
      venueOrderId: '1',
      side,
      type: 'limit',
      tif: 'IOC',
      qtyBase: '0.01',
      px: limitPx,
      triggerPx: null,
      isReduceOnly: false,
      closesPosition: false,
      status,
      cumQtyBase,
      avgPx: null,
      reason: null,
      updatedMs: this.clock.nowMs(),
    };
    this.tell({ kind: 'order-report', account, report, source: 'stream' });
  }

  private planned(): ArbTrade {
    const leg = (key: LegKey): ArbTrade[LegKey] => {
      const { venue, id } = INSTRUMENTS[key === 'buy' ? BUY_AT : SELL_AT] as (typeof INSTRUMENTS)[number];
      return {
        key,
        account: `${venue}:paper`,
        venue,
        market: 'perp',
        instrumentId: id,
        side: key === 'buy' ? 'BUY' : 'SELL',
        plannedPx: key === 'buy' ? '60000' : '60100',
        limitPx: key === 'buy' ? '60030' : '60070',
        feeBps: 5,
        heldBefore: '0',
        entryBase: '0',
        entryPx: null,
        exitBase: '0',
        exitPx: null,
        disasterStopPx: null,
        liquidationFrac: null,
        dustBase: '0',
        firstFillMs: null,
      };
    };
    return {
      arbId: ARB_ID,
      source: 'operator',
      roundId: null,
      pairId: 'BTCUSDT.PERP.BINANCE>BTCUSDT.PERP.OKX',
      symbol: 'BTCUSDT',
      mode: 'futures-futures',
      execution: 'paper',
      sequencing: 'parallel',
      first: 'buy',
      ladderSinceMs: 0,
      judgedOrderIds: [],
      state: 'sent',
      phase: 'entry',
      buy: leg('buy'),
      sell: leg('sell'),
      wantedQtyBase: '0.01',
      orders: { buy: { entry: 1, exit: 0 }, sell: { entry: 1, exit: 0 } },
      expected: {
        grossBps: 16.65,
        entryNetBps: 5.65,
        roundTripNetBps: null,
        exitSpreadBps: null,
        fundingBps: null,
        borrowBps: null,
        latencyReserveBps: 1,
        learnedNetBps: null,
        fillProbability: null,
      },
      repairMaxBps: 10,
      bracket: 'none',
      takeProfitBps: null,
      stopLossBps: null,
      exitSpreadBps: null,
      maxHoldMs: 3_600_000,
      repairs: [],
      certificates: [],
      startedMs: T0,
      hedgedMs: null,
      exitStartedMs: null,
      closedMs: null,
      exitReason: null,
      result: null,
      by: 'ann',
      reason: '',
    };
  }
}

function idOf(leg: LegKey): string {
  return clientOrderId(arbIntentId(ARB_ID, { leg, phase: 'entry', n: 1 }), 0, 0);
}

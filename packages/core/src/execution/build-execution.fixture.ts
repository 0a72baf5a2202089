import { buildInstrument } from '../domain/build-instrument.fixture.ts';
import {
  decimal,
  domainError,
  toDecimalString,
  type AccountKey,
  type DomainError,
  type ExecutionClient,
  type Fill,
  type GateDecision,
  type Instrument,
  type InstrumentId,
  type Journal,
  type OrderIntent,
  type OrderReport,
  type PlannedOrder,
  type RiskApproved,
  type TradingFact,
  type TradingRecord,
} from '../domain/index.ts';
import { VirtualClock } from '../kernel/index.ts';
import { clientOrderId } from './client-ids.ts';
import { ConditionBook } from './condition-book.ts';
import type { ExecutionDeps, LedgerView } from './execution-deps.ts';
import { FactLog } from './fact-log.ts';
import { FakeExecutionClient } from './fake-execution-client.fixture.ts';
import { OrderStore } from './order-store.ts';

export const T0 = 1_700_000_000_000;
export const ACCOUNT: AccountKey = 'BINANCE:paper';
export const BTC: Instrument = buildInstrument();
export const BTC_SPOT: Instrument = buildInstrument({ kind: 'spot' });

/** A journal in memory that can be made to fail. */
export class MemoryJournal implements Journal {
  readonly records: TradingRecord[] = [];
  error: DomainError | null = null;

  append(facts: readonly TradingFact[], atMs: number): ReturnType<Journal['append']> {
    if (this.error !== null) return { ok: false, error: this.error };
    const records = facts.map((fact, at) => ({ ...fact, seq: this.records.length + at + 1, atMs }));
    this.records.push(...records);
    return { ok: true, records };
  }

  fail(): void {
    this.error = domainError('ENGINE_JOURNAL_FAILED', 'the disk is full', { outcome: 'not-sent' });
  }

  of<K extends TradingFact['kind']>(kind: K): Extract<TradingRecord, { kind: K }>[] {
    return this.records.filter((record): record is Extract<TradingRecord, { kind: K }> => record.kind === kind);
  }
}

/** A ledger that only adds up quantities of perps. */
export class QtyLedger implements LedgerView {
  private readonly qty = new Map<string, string>();

  readonly fold = (record: TradingRecord): void => {
    if (record.kind === 'fill' && record.fill.instrumentId.includes('.PERP.')) {
      const key = `${record.account}|${record.fill.instrumentId}`;
      const signed = decimal(record.fill.qtyBase).times(record.fill.side === 'BUY' ? 1 : -1);
      this.qty.set(key, toDecimalString(decimal(this.qty.get(key) ?? '0').plus(signed)));
    }
    if (record.kind === 'position-set') this.qty.set(`${record.account}|${record.instrumentId}`, record.qtyBase);
  };

  readonly positionQtyOf = (account: AccountKey, instrumentId: InstrumentId): string =>
    this.qty.get(`${account}|${instrumentId}`) ?? '0';

  readonly openPositions = (account: AccountKey): readonly InstrumentId[] =>
    [...this.qty]
      .filter(([key, qty]) => key.startsWith(`${account}|`) && qty !== '0')
      .map(([key]) => key.split('|')[1] as InstrumentId);
}

export interface Bench {
  readonly clock: VirtualClock;
  readonly journal: MemoryJournal;
  readonly store: OrderStore;
  readonly conditions: ConditionBook;
  readonly ledger: QtyLedger;
  readonly client: FakeExecutionClient;
  readonly deps: ExecutionDeps;
}

/** Wires the parts of execution around one fake venue, as the engine does. */
export function buildBench(over: { readonly client?: ExecutionClient | null } = {}): Bench {
  const clock = new VirtualClock(T0);
  const journal = new MemoryJournal();
  const store = new OrderStore();
  const conditions = new ConditionBook();
  const ledger = new QtyLedger();
  const client = new FakeExecutionClient();
  const facts = new FactLog({ journal, store, conditions, clock, folds: [ledger.fold] });
  const given = over.client === undefined ? client : over.client;
  const instruments = new Map([BTC, BTC_SPOT].map((instrument) => [instrument.id, instrument]));
  const deps: ExecutionDeps = {
    clock,
    facts,
    store,
    clientOf: (account) => (account === ACCOUNT ? given : null),
    instrumentOf: (id) => instruments.get(id) ?? null,
  };
  return { clock, journal, store, conditions, ledger, client, deps };
}

/** Moves a virtual clock in small steps and lets every promise in between settle. */
export async function pass(clock: VirtualClock, ms: number, stepMs = 50): Promise<void> {
  for (let left = ms; left > 0; left -= stepMs) {
    await flush();
    clock.advance(Math.min(stepMs, left));
  }
  await flush();
}

/** Lets every promise that is due settle. */
export function flush(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

export function buildIntent(over: Partial<OrderIntent> = {}): OrderIntent {
  return {
    intentId: 'I1',
    source: 'operator',
    role: 'entry',
    instrumentId: BTC.id,
    side: 'BUY',
    type: 'limit',
    tif: 'GTC',
    qtyBase: '1',
    px: '50000',
    triggerPx: null,
    triggerBy: 'mark',
    isReduceOnly: false,
    closesPosition: false,
    leverage: 5,
    expectedNetBps: null,
    stopPx: null,
    createdMs: T0,
    ...over,
  };
}

/** Marks an intent as approved; in the product only core/risk can. */
export function approve(intent: OrderIntent): RiskApproved<OrderIntent> {
  return intent as RiskApproved<OrderIntent>;
}

export function buildPlanned(over: Partial<PlannedOrder> = {}): PlannedOrder {
  const intentId = over.intentId ?? 'I1';
  return {
    clientOrderId: clientOrderId(intentId, 0, 0),
    intentId,
    source: 'operator',
    role: 'entry',
    venue: 'BINANCE',
    mode: 'paper',
    instrumentId: BTC.id,
    side: 'BUY',
    type: 'limit',
    tif: 'GTC',
    qtyBase: '1',
    px: '50000',
    triggerPx: null,
    triggerBy: 'mark',
    isReduceOnly: false,
    closesPosition: false,
    leverage: 5,
    ...over,
  };
}

export function buildReport(over: Partial<OrderReport> = {}): OrderReport {
  return {
    instrumentId: BTC.id,
    clientOrderId: 'PI100',
    venueOrderId: 'v-PI100',
    side: 'BUY',
    type: 'limit',
    tif: 'GTC',
    qtyBase: '1',
    px: '50000',
    triggerPx: null,
    isReduceOnly: false,
    closesPosition: false,
    status: 'open',
    cumQtyBase: '0',
    avgPx: null,
    reason: null,
    updatedMs: T0,
    ...over,
  };
}

export function buildFill(over: Partial<Fill> = {}): Fill {
  return {
    instrumentId: BTC.id,
    fillId: 'f1',
    venueOrderId: 'v-PI100',
    clientOrderId: 'PI100',
    side: 'BUY',
    px: '50000',
    qtyBase: '1',
    fee: '25',
    feeAsset: 'USDT',
    liquidity: 'taker',
    cause: 'order',
    venueMs: T0,
    ...over,
  };
}

export const GATES_OK: readonly GateDecision[] = [
  { gate: 'kill-switch', ok: true, code: null, detail: 'off', value: null, bound: null },
];

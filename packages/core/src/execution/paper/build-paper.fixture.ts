import type { BalanceReport, Fill, Income, OrderReport, PlaceOrder, PrivateSink } from '../../domain/index.ts';
import { seededRandom, VirtualClock } from '../../kernel/index.ts';
import { BTC, BTC_SPOT, pass, T0 } from '../build-execution.fixture.ts';
import { FakePaperMarket } from './fake-paper-market.fixture.ts';
import { PaperClient } from './paper-client.ts';

/** A paper account in a market by hand, and what it told. */
export interface PaperScene {
  readonly clock: VirtualClock;
  readonly market: FakePaperMarket;
  readonly client: PaperClient;
  readonly fills: Fill[];
  readonly reports: OrderReport[];
  readonly income: Income[];
  place(over?: Partial<PlaceOrder>): Promise<string>;
  usdt(): Promise<BalanceReport>;
  filled(): string[];
}

/** Starts a paper account with an empty market. */
export async function buildPaper(seed = 1, startCash = '10000'): Promise<PaperScene> {
  const clock = new VirtualClock(T0);
  const market = new FakePaperMarket();
  const client = new PaperClient({
    venue: 'BINANCE',
    clock,
    random: seededRandom(seed),
    market,
    feesOf: () => ({ makerFrac: '0.0002', takerFrac: '0.0005' }),
    startCash,
  });
  client.setInstruments([BTC, BTC_SPOT]);
  const fills: Fill[] = [];
  const reports: OrderReport[] = [];
  const income: Income[] = [];
  const sink: PrivateSink = {
    onOrder: (report) => void reports.push(report),
    onFill: (fill) => void fills.push(fill),
    onIncome: (entry) => void income.push(entry),
    onPosition: () => undefined,
    onBalances: () => undefined,
    onStream: () => undefined,
  };
  await client.start(sink);
  let orders = 0;
  return {
    clock,
    market,
    client,
    fills,
    reports,
    income,
    place: async (over = {}) => {
      orders += 1;
      const placed = client.place(buildPlace({ clientOrderId: `P${orders}00`, ...over }));
      await pass(clock, 40, 5);
      const result = await placed;
      return result.ok ? (result.value.report?.status ?? 'none') : result.error.code;
    },
    usdt: async () => {
      const balances = await client.balances();
      return (balances.ok ? balances.value.find(({ asset }) => asset === 'USDT') : undefined) as BalanceReport;
    },
    filled: () => fills.map(({ qtyBase, px, liquidity }) => `${qtyBase}@${px} ${String(liquidity)}`),
  };
}

export function buildPlace(over: Partial<PlaceOrder> = {}): PlaceOrder {
  return {
    clientOrderId: 'P100',
    instrument: BTC,
    side: 'BUY',
    type: 'market',
    tif: 'IOC',
    qtyBase: '0.1',
    px: null,
    triggerPx: null,
    triggerBy: 'mark',
    isReduceOnly: false,
    closesPosition: false,
    leverage: 10,
    role: 'entry',
    ...over,
  };
}

export const limit = { type: 'limit', tif: 'GTC' } as const;
export const stop = {
  type: 'stop-market',
  side: 'SELL',
  isReduceOnly: true,
  closesPosition: true,
  qtyBase: null,
  role: 'protective-stop',
} as const;

/** 0.05 at 50000 and 1 at 50010 offered; 1 at 49990 bid. */
export function showBook(scene: PaperScene): void {
  scene.market.show(
    BTC.id,
    [[49_990, 1]],
    [
      [50_000, 0.05],
      [50_010, 1],
    ],
  );
  scene.market.setMark(BTC.id, 50_000);
}

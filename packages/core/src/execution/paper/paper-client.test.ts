import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import {
  decimal,
  toDecimalString,
  type BalanceReport,
  type Fill,
  type Income,
  type OrderReport,
  type PlaceOrder,
  type PrivateSink,
} from '../../domain/index.ts';
import { seededRandom, VirtualClock } from '../../kernel/index.ts';
import { BTC, BTC_SPOT, pass, T0 } from '../build-execution.fixture.ts';
import { FakePaperMarket } from './fake-paper-market.fixture.ts';
import { PaperClient } from './paper-client.ts';

interface Scene {
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

async function build(seed = 1, startCash = '10000'): Promise<Scene> {
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

function buildPlace(over: Partial<PlaceOrder> = {}): PlaceOrder {
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

const limit = { type: 'limit', tif: 'GTC' } as const;
const stop = {
  type: 'stop-market',
  side: 'SELL',
  isReduceOnly: true,
  closesPosition: true,
  qtyBase: null,
  role: 'protective-stop',
} as const;

/** 0.05 at 50000 and 1 at 50010 offered; 1 at 49990 bid. */
function showBook(scene: Scene): void {
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

describe('PaperClient, taking', () => {
  it('walks the book for a market order and books fee and margin to the last digit', async () => {
    const scene = await build();
    showBook(scene);
    expect(await scene.place()).toBe('filled');
    expect(scene.filled()).toEqual(['0.05@50000 taker', '0.05@50010 taker']);
    // Value 2500 + 2500.5 = 5000.5; fee 5 bps = 2.50025; margin at 10x = 500.05.
    expect(await scene.usdt()).toMatchObject({ total: '9997.49975', locked: '500.05', free: '9497.44975' });
    const positions = await scene.client.positions();
    // Unrealised at the mark of 50000: 0.1 x (50000 - 50005) = -0.5. Liquidation: (50005 - 5000.5) / 0.995.
    expect(positions).toMatchObject({
      ok: true,
      value: [
        {
          qtyBase: '0.1',
          entryPx: '50005',
          unrealisedUsd: '-0.5',
          leverage: 10,
          marginUsd: '500.05',
          liquidationPx: '45230.653266331658',
        },
      ],
    });
    expect(scene.reports.at(-1)).toMatchObject({ status: 'filled', cumQtyBase: '0.1', avgPx: '50005' });
  });

  it('takes the same size of a level only once, until the level shows another', async () => {
    const scene = await build();
    showBook(scene);
    await scene.place({ qtyBase: '0.05' });
    await scene.place({ qtyBase: '0.05' });
    scene.market.show(
      BTC.id,
      [[49_990, 1]],
      [
        [50_000, 0.04],
        [50_010, 1],
      ],
    );
    await scene.place({ qtyBase: '0.02' });
    expect(scene.filled()).toEqual(['0.05@50000 taker', '0.05@50010 taker', '0.02@50000 taker']);
  });

  it('fills what the book holds and lets the rest of an IOC expire', async () => {
    const scene = await build();
    showBook(scene);
    expect(await scene.place({ type: 'limit', tif: 'IOC', px: '50000' })).toBe('expired');
    expect(scene.filled()).toEqual(['0.05@50000 taker']);
    expect(await scene.usdt()).toMatchObject({ locked: '250' });
  });

  it('fills a FOK whole or not at all', async () => {
    const scene = await build();
    showBook(scene);
    expect(await scene.place({ type: 'limit', tif: 'FOK', px: '50000' })).toBe('expired');
    expect(scene.fills).toEqual([]);
    expect(await scene.place({ type: 'limit', tif: 'FOK', px: '50010' })).toBe('filled');
  });

  it('lets a market order wait two seconds for a live book, then expires it', async () => {
    const scene = await build();
    scene.market.setMark(BTC.id, 50_000);
    expect(await scene.place()).toBe('open');
    await pass(scene.clock, 1_500, 250);
    expect(scene.reports.at(-1)?.status).toBe('open');
    await pass(scene.clock, 1_000, 250);
    expect(scene.reports.at(-1)).toMatchObject({ status: 'expired', reason: 'no live book', cumQtyBase: '0' });
    expect(await scene.usdt()).toMatchObject({ locked: '0' });
  });

  it('fills a waiting market order when the book comes', async () => {
    const scene = await build();
    scene.market.setMark(BTC.id, 50_000);
    await scene.place();
    showBook(scene);
    expect(scene.reports.at(-1)?.status).toBe('filled');
  });

  it('takes five to forty milliseconds to arrive', async () => {
    const scene = await build();
    showBook(scene);
    const placed = scene.client.place(buildPlace());
    await pass(scene.clock, 4, 1);
    expect(scene.fills).toEqual([]);
    await pass(scene.clock, 36, 1);
    expect((await placed).ok).toBe(true);
  });
});

describe('PaperClient, refusing', () => {
  it.each<[string, Partial<PlaceOrder>]>([
    ['PRICE_OFF_TICK', { ...limit, px: '50000.05' }],
    ['QUANTITY_OFF_STEP', { qtyBase: '0.0015' }],
    ['QUANTITY_TOO_SMALL', { qtyBase: '0.0001' }],
    ['NOTIONAL_TOO_SMALL', { ...limit, px: '4000', qtyBase: '0.001' }],
    ['ORDER_WOULD_TAKE', { type: 'limit', tif: 'POST_ONLY', px: '50000' }],
    ['ORDER_REDUCE_ONLY', { isReduceOnly: true, side: 'SELL' }],
    ['MARGIN_INSUFFICIENT', { qtyBase: '10' }],
    ['MARGIN_INSUFFICIENT', { instrument: BTC_SPOT, side: 'SELL', leverage: null }],
    ['ORDER_TYPE_UNSUPPORTED', { instrument: BTC_SPOT, type: 'stop-market', triggerPx: '40000' }],
    ['INSTRUMENT_UNKNOWN', { instrument: { ...BTC, id: 'ETHUSDT.PERP.BINANCE' } }],
  ])('answers %s to %j', async (code, over) => {
    const scene = await build();
    showBook(scene);
    scene.market.show(BTC_SPOT.id, [[49_990, 1]], [[50_000, 1]]);
    expect(await scene.place(over)).toBe(code);
    expect(scene.reports).toEqual([]);
  });

  it('refuses a second order of the same id', async () => {
    const scene = await build();
    showBook(scene);
    await scene.place({ clientOrderId: 'PX00' });
    expect(await scene.place({ clientOrderId: 'PX00' })).toBe('ORDER_DUPLICATE_ID');
  });

  it('refuses a stop whose price has passed', async () => {
    const scene = await build();
    showBook(scene);
    await scene.place();
    expect(await scene.place({ ...stop, triggerPx: '50000' })).toBe('ORDER_TRIGGERS_NOW');
  });
});

describe('PaperClient, resting', () => {
  it('waits behind the size that was there first, and fills at its own price as maker', async () => {
    const scene = await build();
    scene.market.show(BTC.id, [[49_990, 2]], [[50_000, 1]]);
    expect(await scene.place({ ...limit, px: '49990', qtyBase: '1' })).toBe('open');
    const hit = (qtyBase: number): void =>
      scene.market.trade({ instrumentId: BTC.id, px: 49_990, qtyBase, takerSide: 'SELL' });
    hit(1.5);
    expect(scene.filled()).toEqual([]);
    hit(0.7);
    expect(scene.filled()).toEqual(['0.2@49990 maker']);
    hit(5);
    expect(scene.filled()).toEqual(['0.2@49990 maker', '0.8@49990 maker']);
    // Fee 2 bps of 49990.
    expect(scene.reports.at(-1)).toMatchObject({ status: 'filled' });
    expect(await scene.usdt()).toMatchObject({ total: '9990.002', locked: '4999' });
  });

  it('moves up when the size ahead is cancelled', async () => {
    const scene = await build();
    scene.market.show(BTC.id, [[49_990, 2]], [[50_000, 1]]);
    await scene.place({ ...limit, px: '49990', qtyBase: '0.1' });
    scene.market.show(BTC.id, [[49_990, 0.5]], [[50_000, 1]]);
    scene.market.trade({ instrumentId: BTC.id, px: 49_990, qtyBase: 0.6, takerSide: 'SELL' });
    expect(scene.filled()).toEqual(['0.1@49990 maker']);
  });

  it('ignores trades on the other side and above its price', async () => {
    const scene = await build();
    scene.market.show(BTC.id, [[49_980, 2]], [[50_000, 1]]);
    await scene.place({ ...limit, px: '49990', qtyBase: '0.1' });
    scene.market.trade({ instrumentId: BTC.id, px: 49_991, qtyBase: 9, takerSide: 'SELL' });
    scene.market.trade({ instrumentId: BTC.id, px: 49_990, qtyBase: 9, takerSide: 'BUY' });
    expect(scene.fills).toEqual([]);
  });

  it('fills when the market trades or the book moves through its price, by what was there', async () => {
    const scene = await build();
    scene.market.show(BTC.id, [[49_990, 2]], [[50_000, 1]]);
    await scene.place({ ...limit, px: '49990', qtyBase: '1' });
    scene.market.trade({ instrumentId: BTC.id, px: 49_989, qtyBase: 0.3, takerSide: 'SELL' });
    scene.market.show(BTC.id, [[49_980, 1]], [[49_985, 0.4]]);
    scene.market.show(BTC.id, [[49_980, 1]], [[49_985, 0.4]]);
    expect(scene.filled()).toEqual(['0.3@49990 maker', '0.4@49990 maker']);
  });

  it('gives two orders at one price no more than one trade brought', async () => {
    const scene = await build();
    scene.market.show(BTC.id, [[49_990, 1]], [[50_000, 1]]);
    await scene.place({ ...limit, px: '49990', qtyBase: '0.3' });
    await scene.place({ ...limit, px: '49990', qtyBase: '0.3' });
    scene.market.trade({ instrumentId: BTC.id, px: 49_990, qtyBase: 1.4, takerSide: 'SELL' });
    expect(scene.filled()).toEqual(['0.3@49990 maker', '0.1@49990 maker']);
  });

  it('fills nothing while the book is not live', async () => {
    const scene = await build();
    scene.market.show(BTC.id, [[49_990, 1]], [[50_000, 1]]);
    await scene.place({ ...limit, px: '49990', qtyBase: '0.3' });
    scene.market.hide(BTC.id);
    scene.market.trade({ instrumentId: BTC.id, px: 49_000, qtyBase: 9, takerSide: 'SELL' });
    await pass(scene.clock, 5_000, 250);
    expect(scene.fills).toEqual([]);
    expect(scene.reports.at(-1)?.status).toBe('open');
  });

  it('frees what a cancelled order held back', async () => {
    const scene = await build();
    showBook(scene);
    await scene.place({ ...limit, px: '49000', qtyBase: '1' });
    // Margin 4900 and a taker fee of 24.5 are held back.
    expect(await scene.usdt()).toMatchObject({ locked: '4924.5' });
    const cancel = scene.client.cancel({
      instrument: BTC,
      clientOrderId: 'P100',
      venueOrderId: null,
      isConditional: false,
    });
    await pass(scene.clock, 40, 5);
    expect(await cancel).toMatchObject({ ok: true, value: { kind: 'accepted', report: { status: 'cancelled' } } });
    expect(await scene.usdt()).toMatchObject({ locked: '0', total: '10000' });
  });
});

describe('PaperClient, money', () => {
  it('realises profit and loss, and flips, from the average price', async () => {
    const scene = await build();
    showBook(scene);
    await scene.place();
    scene.market.show(BTC.id, [[51_005, 5]], [[51_010, 5]]);
    await scene.place({ side: 'SELL', qtyBase: '0.15' });
    // Bought 0.1 at 50005, sold at 51005: +100. Fees 2.50025 and 0.15 x 51005 x 0.0005 = 3.825375. Margin of -0.05: 255.025.
    expect(await scene.usdt()).toMatchObject({ total: '10093.674375', locked: '255.025' });
    expect(await scene.client.positions()).toMatchObject({ value: [{ qtyBase: '-0.05', entryPx: '51005' }] });
  });

  it('buys and sells coins from the same pot, never more than there are', async () => {
    const scene = await build();
    scene.market.show(BTC_SPOT.id, [[49_990, 1]], [[50_000, 1]]);
    await scene.place({ instrument: BTC_SPOT, leverage: null });
    // 0.1 x 50000 = 5000 and a fee of 2.5.
    expect(await scene.usdt()).toMatchObject({ total: '4997.5', free: '4997.5' });
    expect(await scene.place({ instrument: BTC_SPOT, leverage: null, side: 'SELL', qtyBase: '0.101' })).toBe(
      'MARGIN_INSUFFICIENT',
    );
    await scene.place({ instrument: BTC_SPOT, leverage: null, side: 'SELL' });
    // 0.1 x 49990 = 4999 less 2.4995.
    expect(await scene.usdt()).toMatchObject({ total: '9994.0005' });
    expect(await scene.client.positions()).toEqual({ ok: true, value: [] });
  });

  it('pays the rate of the interval at its settlement, once, at the mark', async () => {
    const scene = await build();
    showBook(scene);
    await scene.place();
    const settleMs = T0 + 60_000;
    scene.market.setFunding(BTC.id, 0.0001, settleMs);
    await pass(scene.clock, 59_000, 1_000);
    scene.market.setMark(BTC.id, 51_000);
    await pass(scene.clock, 3_000, 250);
    scene.market.setFunding(BTC.id, 0.0009, settleMs + 28_800_000);
    await pass(scene.clock, 60_000, 1_000);
    // -0.1 x 51000 x 0.0001
    expect(scene.income).toMatchObject([{ kind: 'funding', amount: '-0.51', venueMs: settleMs }]);
    expect(await scene.usdt()).toMatchObject({ total: '9996.98975' });
  });

  it('liquidates against the book when the maintenance margin is gone, and says so', async () => {
    const scene = await build();
    showBook(scene);
    await scene.place();
    await scene.place({ ...stop, triggerPx: '40000' });
    scene.market.show(BTC.id, [[45_200, 5]], [[45_210, 5]]);
    scene.market.setMark(BTC.id, 45_231);
    expect(scene.fills).toHaveLength(2);
    scene.market.setMark(BTC.id, 45_230);
    expect(scene.fills.at(-1)).toMatchObject({ cause: 'liquidation', side: 'SELL', px: '45200', qtyBase: '0.1' });
    expect(await scene.client.openOrders('perp')).toEqual({ ok: true, value: [] });
    // 9997.49975 - 0.1 x (50005 - 45200) - fee 2.26
    expect(await scene.usdt()).toMatchObject({ total: '9514.73975', locked: '0' });
  });

  it('asks for more margin at a lower leverage, and refuses what is not free', async () => {
    const scene = await build(1, '600');
    showBook(scene);
    await scene.place();
    expect(await scene.client.setLeverage(BTC, 20, 'isolated')).toMatchObject({ ok: true });
    expect(await scene.usdt()).toMatchObject({ locked: '250.025' });
    expect(await scene.client.setLeverage(BTC, 2, 'isolated')).toMatchObject({
      ok: false,
      error: { code: 'MARGIN_INSUFFICIENT' },
    });
  });
});

describe('PaperClient, stops', () => {
  it('closes whatever is open when the mark reaches the trigger, at the price of the book', async () => {
    const scene = await build();
    showBook(scene);
    await scene.place();
    expect(await scene.place({ ...stop, triggerPx: '49500' })).toBe('untriggered');
    await scene.place({ qtyBase: '0.1' });
    scene.market.show(BTC.id, [[49_400, 5]], [[49_410, 5]]);
    expect(scene.fills).toHaveLength(3);
    scene.market.setMark(BTC.id, 49_500);
    expect(scene.fills.at(-1)).toMatchObject({ side: 'SELL', px: '49400', qtyBase: '0.2', cause: 'order' });
    expect(await scene.client.positions()).toEqual({ ok: true, value: [] });
  });

  it('keeps a triggered stop waiting for the book as long as it takes', async () => {
    const scene = await build();
    showBook(scene);
    await scene.place();
    await scene.place({ ...stop, triggerPx: '49500' });
    scene.market.hide(BTC.id);
    scene.market.setMark(BTC.id, 49_000);
    await pass(scene.clock, 10_000, 250);
    expect(scene.reports.at(-1)?.status).toBe('open');
    scene.market.show(BTC.id, [[48_900, 5]], [[49_010, 5]]);
    expect(scene.fills.at(-1)).toMatchObject({ px: '48900', qtyBase: '0.1' });
  });

  it('triggers by the last price where asked', async () => {
    const scene = await build();
    showBook(scene);
    await scene.place();
    await scene.place({ ...stop, type: 'take-profit-market', triggerBy: 'last', triggerPx: '50500' });
    scene.market.setMark(BTC.id, 50_600);
    expect(scene.fills).toHaveLength(2);
    scene.market.trade({ instrumentId: BTC.id, px: 50_500, qtyBase: 0.1, takerSide: 'BUY' });
    expect(scene.fills.at(-1)).toMatchObject({ side: 'SELL', px: '49990' });
  });

  it('goes away when there is nothing to close', async () => {
    const scene = await build();
    showBook(scene);
    await scene.place();
    await scene.place({ ...stop, triggerPx: '49500' });
    await scene.place({ side: 'SELL', isReduceOnly: true, qtyBase: '0.5' });
    expect(scene.reports.at(-1)).toMatchObject({ status: 'expired', cumQtyBase: '0.1' });
    scene.market.setMark(BTC.id, 49_000);
    expect(scene.reports.at(-1)).toMatchObject({ status: 'cancelled', reason: 'no position to close' });
  });
});

describe('PaperClient, restart', () => {
  it('goes on with the orders, positions and balances it had', async () => {
    const before = await build();
    showBook(before);
    await before.place();
    await before.place({ ...limit, px: '49000', qtyBase: '0.1' });
    await before.place({ ...stop, triggerPx: '48000' });
    const [openOrders, positions, balances] = [
      await before.client.openOrders('perp'),
      await before.client.positions(),
      await before.client.balances(),
    ];
    if (!openOrders.ok || !positions.ok || !balances.ok) throw new Error('the paper account can not be read');
    await before.client.stop();
    const after = await build();
    after.clock.advance(1_000);
    after.client.seed({ openOrders: openOrders.value, positions: positions.value, balances: balances.value });
    showBook(after);
    expect(await after.usdt()).toMatchObject({ total: '9997.49975', locked: (await before.usdt()).locked });
    after.market.show(BTC.id, [[47_900, 5]], [[48_950, 0.1]]);
    expect(after.fills.at(-1)).toMatchObject({ px: '49000', liquidity: 'maker', clientOrderId: 'P200' });
    after.market.setMark(BTC.id, 48_000);
    expect(after.fills.at(-1)).toMatchObject({ px: '47900', qtyBase: '0.2', clientOrderId: 'P300' });
  });
});

describe('PaperClient, for ever', () => {
  const step = fc.record({
    side: fc.constantFrom('BUY', 'SELL'),
    kind: fc.constantFrom('market', 'GTC', 'IOC', 'POST_ONLY', 'trade', 'book'),
    units: fc.integer({ min: 1, max: 40 }),
    offset: fc.integer({ min: -5, max: 5 }),
  });

  async function play(
    steps: readonly { side: string; kind: string; units: number; offset: number }[],
    seed: number,
  ): Promise<Scene> {
    const scene = await build(seed);
    let mid = 500_000;
    const show = (size: number): void => {
      scene.market.show(
        BTC.id,
        [
          [(mid - 1) / 10, size],
          [(mid - 3) / 10, size * 2],
        ],
        [
          [(mid + 1) / 10, size],
          [(mid + 3) / 10, size * 2],
        ],
      );
      scene.market.setMark(BTC.id, mid / 10);
    };
    show(0.02);
    for (const { side, kind, units, offset } of steps) {
      const px = (mid + offset) / 10;
      const qtyBase = toDecimalString(decimal(units).times('0.001'));
      if (kind === 'trade')
        scene.market.trade({ instrumentId: BTC.id, px, qtyBase: units / 1000, takerSide: side as 'BUY' });
      else if (kind === 'book') {
        mid += offset;
        show(units / 1000);
      } else if (kind === 'market') await scene.place({ side: side as 'BUY', qtyBase });
      else await scene.place({ side: side as 'BUY', qtyBase, type: 'limit', tif: kind as 'GTC', px: String(px) });
    }
    return scene;
  }

  test.prop([fc.array(step, { maxLength: 40 })], { numRuns: 60 })(
    'keeps cash equal to what the fills say, and free money never below nothing',
    async (steps) => {
      const scene = await play(steps, 7);
      let [cash, qty, cost] = [decimal('10000'), decimal(0), decimal(0)];
      for (const fill of scene.fills) {
        const signed = decimal(fill.qtyBase).times(fill.side === 'BUY' ? 1 : -1);
        cash = cash.minus(decimal(fill.fee));
        qty = qty.plus(signed);
        cost = cost.plus(signed.times(decimal(fill.px)));
      }
      const positions = await scene.client.positions();
      const [held] = positions.ok ? positions.value : [];
      const usdt = await scene.usdt();
      expect(held?.qtyBase ?? '0').toBe(toDecimalString(qty));
      // Cash = start - fees + realised, and realised = quantity x average entry - net cost.
      const realised = qty.times(decimal(held?.entryPx ?? '0')).minus(cost);
      expect(decimal(usdt.total).minus(cash.plus(realised)).abs().lt(decimal('0.00000001'))).toBe(true);
      expect(decimal(usdt.free).gte(0)).toBe(true);
    },
  );

  test.prop([fc.array(step, { maxLength: 20 }), fc.nat(1_000)], { numRuns: 20 })(
    'gives equal results for equal seeds',
    async (steps, seed) => {
      const [first, second] = [await play(steps, seed), await play(steps, seed)];
      expect(second.reports).toEqual(first.reports);
      expect(second.fills).toEqual(first.fills);
    },
  );
});

import { describe, expect, it } from 'vitest';
import { buildInstrument } from '../../domain/build-instrument.fixture.ts';
import type { Fill, TradingFact } from '../../domain/index.ts';
import { Ledger } from '../../ledger/index.ts';
import { InstrumentHolders, type InstrumentHolder } from './instrument-holders.ts';
import { spotDustOf } from './spot-dust.ts';

const ACCOUNT = 'BINANCE:paper' as const;
const SPOT = buildInstrument({ kind: 'spot', qtyStep: '0.001', qtyMin: '0.001' });

function fill(fillId: string, over: Partial<Fill>): TradingFact {
  const base = {
    venueOrderId: fillId,
    clientOrderId: null,
    fee: '0',
    feeAsset: 'USDT',
    liquidity: 'taker',
    cause: 'order',
  };
  const built = {
    ...base,
    instrumentId: SPOT.id,
    fillId,
    side: 'BUY',
    px: '60000',
    qtyBase: '0.01',
    venueMs: 1,
    ...over,
  };
  return { kind: 'fill', account: ACCOUNT, fill: built as Fill };
}

const BOUGHT = fill('1', { fee: '0.00001', feeAsset: 'BTC' });
const SOLD = fill('2', { side: 'SELL', qtyBase: '0.009', venueMs: 2 });

function dustAfter(facts: readonly TradingFact[], holder?: InstrumentHolder): readonly TradingFact[] {
  const ledger = new Ledger();
  facts.forEach((fact, i) => ledger.apply({ ...fact, seq: i + 1, atMs: i }));
  const holders = new InstrumentHolders();
  if (holder !== undefined) holders.add(holder);
  const context = {
    ledger,
    holders,
    orders: { openOrders: () => [] },
    eyes: { midPx: () => '60000' },
    instrumentOf: () => SPOT,
  };
  return spotDustOf(context as unknown as Parameters<typeof spotDustOf>[0], { account: ACCOUNT });
}

describe('what a spot trade of anybody leaves', () => {
  it('is dust once no order can sell it, and its trade ends', () => {
    const told = dustAfter([BOUGHT, SOLD]);
    expect(told).toMatchObject([
      { kind: 'dust', dust: { instrumentId: SPOT.id, qtyBase: '0.00099', fromArbId: null } },
    ]);
    expect(dustAfter([BOUGHT, SOLD, ...told])).toEqual([]);
  });

  it('is none while an order can sell it, before a sale, and while an arbitrage holds it', () => {
    expect(dustAfter([BOUGHT, fill('2', { side: 'SELL', qtyBase: '0.005', venueMs: 2 })])).toEqual([]);
    expect(dustAfter([fill('1', { qtyBase: '0.0005' })])).toEqual([]);
    const holder = { holdingOf: () => ({ id: 'a', by: 'x', closeBy: 'y' }) } as unknown as InstrumentHolder;
    expect(dustAfter([BOUGHT, SOLD], holder)).toEqual([]);
  });
});

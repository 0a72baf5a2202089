import { describe, expect, it } from 'vitest';
import { BTC_USDT, readFixture, XBT } from '../extra/build-kucoin.fixture.ts';
import type { OrderTraits } from '../extra/order-memory.ts';
import { readPrivateFrame, type PrivateLookups, type PrivateReading } from './parse-private.ts';

const TRAITS: OrderTraits = {
  clientOrderId: 'pas0010',
  type: 'stop-market',
  tif: 'GTC',
  qtyBase: '0.003',
  px: null,
  triggerPx: '90000',
  isReduceOnly: true,
  closesPosition: false,
};

function read(name: string, over: Readonly<Record<string, unknown>> = {}, traits: OrderTraits | null = null) {
  const frame = readFixture(name);
  const look: PrivateLookups = {
    instrumentOf: (symbol) => [XBT, BTC_USDT].find(({ wireSymbol }) => wireSymbol === symbol) ?? null,
    traitsOf: () => traits,
    nowMs: 1_795_768_220_000,
  };
  return readPrivateFrame({ ...frame, data: { ...(frame['data'] as object), ...over } }, look);
}

const kinds = (readings: readonly PrivateReading[]): readonly string[] => readings.map(({ kind }) => kind);
const MALFORMED = expect.objectContaining({ kind: 'malformed' }) as unknown;

describe('order events', () => {
  it('announce a futures execution before the order that carries its sum', () => {
    const [match, order] = read('ws_private_futures_match');
    expect(match).toEqual({ kind: 'match', instrument: XBT, fillId: '1800000000123', venueMs: 1_795_768_215_131 });
    expect(order).toMatchObject({
      kind: 'order',
      isWhole: true,
      report: {
        clientOrderId: 'pas0001',
        venueOrderId: '290000000000000001',
        status: 'open',
        qtyBase: '0.003',
        cumQtyBase: '0.002',
        px: '91250.5',
        updatedMs: 1_795_768_215_131,
      },
    });
  });

  it('announce a spot execution under the same id as the history', () => {
    const [match, order] = read('ws_private_spot_order');
    expect(match).toMatchObject({ kind: 'match', fillId: '11029373945659393' });
    expect(order).toMatchObject({ report: { status: 'open', cumQtyBase: '0.0003', qtyBase: '0.0004', side: 'SELL' } });
  });

  it('take a match of the whole quantity for filled, should the event that says so be lost', () => {
    const readings = read('ws_private_futures_match', { filledSize: '3', remainSize: '0' });
    expect(readings[1]).toMatchObject({ report: { status: 'filled', cumQtyBase: '0.003' } });
  });

  it('tell the average when one match is all there is, and none else', () => {
    const whole = { matchSize: '3', matchPrice: '91250.4', filledSize: '3', remainSize: '0' };
    expect(read('ws_private_futures_match', whole)[1]).toMatchObject({ report: { avgPx: '91250.4' } });
    const second = { ...whole, matchSize: '1' };
    expect(read('ws_private_futures_match', second)[1]).toMatchObject({ report: { avgPx: null } });
    expect(read('ws_private_futures_match', { ...whole, type: 'filled' })[0]).toMatchObject({
      report: { avgPx: null },
    });
  });

  it.each([
    ['open', 'open'],
    ['update', 'open'],
    ['filled', 'filled'],
    ['canceled', 'cancelled'],
  ])('of type %s say %s and announce nothing', (type, status) => {
    const readings = read('ws_private_futures_match', { type });
    expect(kinds(readings)).toEqual(['order']);
    expect(readings[0]).toMatchObject({ report: { status } });
  });

  it('fill in what only the placement said', () => {
    const [, order] = read('ws_private_futures_match', {}, TRAITS);
    expect(order).toMatchObject({ report: { type: 'stop-market', isReduceOnly: true, triggerPx: '90000' } });
  });

  it('of unlisted instruments are left out, and unreadable ones say so', () => {
    expect(read('ws_private_futures_match', { symbol: 'NOPEUSDTM' })).toEqual([]);
    expect(read('ws_private_futures_match', { orderId: null })).toEqual([MALFORMED]);
    expect(read('ws_private_spot_order', { side: 'both' })).toEqual([MALFORMED]);
  });
});

describe('stop events', () => {
  it('are half told without what is remembered of the order', () => {
    expect(read('ws_private_futures_stop_order')).toEqual([
      expect.objectContaining({ kind: 'order', isWhole: false }) as unknown,
    ]);
    expect(read('ws_private_futures_stop_order', {}, TRAITS)[0]).toMatchObject({
      isWhole: true,
      report: { clientOrderId: 'pas0010', status: 'untriggered', triggerPx: '90000', isReduceOnly: true },
    });
  });

  it.each([
    [{ type: 'triggered', triggerSuccess: true }, 'open', null],
    [{ type: 'triggered', triggerSuccess: false, error: 'error.balance' }, 'rejected', 'error.balance'],
    [{ type: 'cancel' }, 'cancelled', null],
  ])('of %j say %s', (over, status, reason) => {
    expect(read('ws_private_futures_stop_order', over, TRAITS)[0]).toMatchObject({ report: { status, reason } });
  });

  it('of an unknown type say that something was missed', () => {
    expect(read('ws_private_futures_stop_order', { type: 'moved' })).toEqual([MALFORMED]);
  });
});

describe('account events', () => {
  it('hand position rows on, and name the symbol of a mark move by its topic', () => {
    expect(read('ws_private_position_change')).toMatchObject([{ kind: 'position', instrument: XBT, isPartial: false }]);
    expect(read('ws_private_position_mark')).toMatchObject([{ kind: 'position', instrument: XBT, isPartial: true }]);
  });

  it('announce settled funding', () => {
    expect(read('ws_private_position_settlement')).toEqual([
      { kind: 'settlement', instrument: XBT, fundingMs: 1_795_766_400_000 },
    ]);
  });

  it('read both wallets', () => {
    expect(read('ws_private_wallet')).toEqual([
      {
        kind: 'balance',
        balance: {
          scope: 'futures',
          asset: 'USDT',
          total: '81.072921258',
          free: '26.144281178',
          locked: '54.92864008',
          borrowed: '0',
          updatedMs: 1_795_768_216_764,
        },
      },
    ]);
    expect(read('ws_private_spot_balance')).toMatchObject([
      {
        kind: 'balance',
        balance: { scope: 'spot', total: '21.133773386762', free: '20.132773386762', locked: '1.001' },
      },
    ]);
  });

  it('leave out balances of other accounts', () => {
    expect(read('ws_private_spot_balance', { relationEvent: 'main.deposit' })).toEqual([]);
    expect(read('ws_private_spot_balance', { total: 'x' })).toEqual([MALFORMED]);
  });

  it('tell settings that changed', () => {
    expect(read('ws_private_margin_mode')).toEqual([{ kind: 'margin-mode', wireSymbol: 'ETHUSDTM', mode: 'isolated' }]);
  });

  it('say nothing of topics nobody asked for', () => {
    const frame = { type: 'message', topic: '/margin/position', data: { a: '1' } };
    const look: PrivateLookups = { instrumentOf: () => XBT, traitsOf: () => null, nowMs: 1 };
    expect(readPrivateFrame(frame, look)).toEqual([]);
  });
});

import { readFileSync } from 'node:fs';
import { decimal } from '@riptide/core/domain';
import { describe, expect, it } from 'vitest';
import { recordOf, type JsonRecord } from '../../kit/index.ts';
import { buildListed } from './listed.fixture.ts';
import { readFeeRate, readKey, readPosition, readTransaction, readWallet } from './parse-account.ts';

function fixture(name: string): JsonRecord {
  return JSON.parse(readFileSync(new URL(`../../../fixtures/bybit/${name}`, import.meta.url), 'utf8')) as JsonRecord;
}

function resultOf(name: string): JsonRecord {
  return recordOf(fixture(name)['result']) ?? {};
}

function rowsOf(name: string): readonly JsonRecord[] {
  return resultOf(name)['list'] as readonly JsonRecord[];
}

const { book } = buildListed();
const context = { category: 'linear', marginMode: 'cross', atMs: 1_795_000_000_123 } as const;

describe('readPosition', () => {
  const [btc, pepe, eth] = rowsOf('rest_get_position_list.json').map((row) => readPosition(row, book, context));

  it('gives a short a negative quantity', () => {
    expect(btc).toEqual({
      instrumentId: 'BTCUSDT.PERP.BYBIT',
      qtyBase: '-0.01',
      entryPx: '64100.5',
      markPx: '64001.2',
      unrealisedUsd: '0.993',
      leverage: 10,
      marginMode: 'cross',
      liquidationPx: '70120.3',
      marginUsd: '64.45',
      adlRank: 2,
      updatedMs: 1_795_000_000_120,
    });
  });

  it('reads a multiplier name in base units, and no liquidation price where the venue gives none', () => {
    expect(pepe).toMatchObject({ qtyBase: '200000', entryPx: '0.0000123456', liquidationPx: null, adlRank: 5 });
  });

  it('reads a flat position without prices, at the time of the answer when it was never touched', () => {
    expect(eth).toMatchObject({ qtyBase: '0', entryPx: null, marginUsd: null, adlRank: null, updatedMs: context.atMs });
  });

  it('reads the entry price of the stream, which has another name there', () => {
    const [row] = fixture('ws_private_position.json')['data'] as readonly JsonRecord[];
    expect(readPosition(row!, book, { ...context, category: '' })).toEqual(btc);
  });

  it('does not let the flat side of a hedged pair hide the other', () => {
    const [, , row] = rowsOf('rest_get_position_list.json');
    expect(readPosition({ ...row, positionIdx: 2 }, book, context)).toBe('left-out');
  });

  it('takes a position without a side for malformed, not for flat', () => {
    const [row] = rowsOf('rest_get_position_list.json');
    expect(readPosition({ ...row, side: '' }, book, context)).toBe('malformed');
    expect(readPosition({ ...row, size: 'x' }, book, context)).toBe('malformed');
  });
});

describe('readWallet', () => {
  const balances = readWallet(rowsOf('rest_get_wallet_balance.json')[0]!, 1_795_000_000_123);

  it('calls free in cross margin what neither the coin nor the account binds', () => {
    expect(balances[0]).toEqual({
      scope: 'unified',
      asset: 'USDT',
      total: '999.9',
      free: '900',
      locked: '99.9',
      borrowed: '0',
      updatedMs: 1_795_000_000_123,
    });
    expect(balances[1]).toMatchObject({
      asset: 'BTC',
      total: '0.02',
      free: '0.015',
      locked: '0.005',
      borrowed: '0.001',
    });
  });

  it('calls free in isolated margin what margin, orders and bonus leave of a coin', () => {
    const [row] = fixture('ws_private_wallet.json')['data'] as readonly JsonRecord[];
    expect(readWallet(row!, 1)[0]).toMatchObject({ total: '999.9', free: '900.9', locked: '99' });
  });

  it('never calls free what is owed, and always adds up', () => {
    const coin = { coin: 'BTC', walletBalance: '-0.5', locked: '0.1', borrowAmount: '0.5' };
    const [debt] = readWallet({ totalAvailableBalance: '', coin: [coin] }, 1);
    expect(debt).toMatchObject({ total: '-0.5', free: '-0.5', locked: '0', borrowed: '0.5' });
    const [bound] = readWallet({ totalAvailableBalance: '', coin: [{ ...coin, walletBalance: '0.05' }] }, 1);
    expect(bound).toMatchObject({ total: '0.05', free: '0', locked: '0.05' });
    for (const one of balances) {
      if (typeof one === 'string') throw new Error(one);
      expect(decimal(one.free).plus(decimal(one.locked)).eq(decimal(one.total))).toBe(true);
    }
  });

  it('takes a coin without a balance for malformed, not for empty', () => {
    expect(readWallet({ totalAvailableBalance: '1', coin: [{ coin: 'USDT', walletBalance: '' }] }, 1)).toEqual([
      'malformed',
    ]);
    expect(readWallet({ totalAvailableBalance: '1' }, 1)).toEqual(['malformed']);
  });
});

describe('readTransaction', () => {
  it('tells funding, transfers and interest by what we receive, and leaves trades to the fills', () => {
    const [transfer, funding, trade, interest] = rowsOf('rest_get_transaction_log.json').map((row) =>
      readTransaction(row, book),
    );
    expect(transfer).toMatchObject({ kind: 'transfer', amount: '100', instrumentId: null });
    expect(funding).toEqual({
      kind: 'funding',
      incomeId: '592324_BTCUSDT_161440249321:534c0003-4bf7-486f-aa02-78cee36825e4',
      instrumentId: 'BTCUSDT.PERP.BYBIT',
      scope: 'unified',
      asset: 'USDT',
      amount: '0.0518',
      venueMs: 1_795_000_000_000,
    });
    expect(trade).toBe('left-out');
    expect(interest).toMatchObject({ kind: 'borrow-interest', asset: 'BTC', amount: '-0.00000012' });
  });

  it('tells what a liquidation took beside its trade, and leaves its trade to the fills', () => {
    const [row] = rowsOf('rest_get_transaction_log.json');
    const forced = { ...row, type: 'LIQUIDATION', symbol: 'BTCUSDT', category: 'linear', change: '-1.5' };
    expect(readTransaction({ ...forced, tradeId: '' }, book)).toMatchObject({
      kind: 'liquidation-fee',
      instrumentId: 'BTCUSDT.PERP.BYBIT',
      amount: '-1.5',
    });
    expect(readTransaction({ ...forced, tradeId: '534c0003' }, book)).toBe('left-out');
  });

  it('takes a row without an amount for malformed', () => {
    const [row] = rowsOf('rest_get_transaction_log.json');
    expect(readTransaction({ ...row, change: '' }, book)).toBe('malformed');
  });
});

describe('readFeeRate', () => {
  it('reads both rates as fractions', () => {
    expect(readFeeRate(rowsOf('rest_get_fee_rate.json')[0])).toEqual({ makerFrac: '0.0002', takerFrac: '0.00055' });
    expect(readFeeRate({ makerFeeRate: '', takerFeeRate: '0.001' })).toBeNull();
    expect(readFeeRate(undefined)).toBeNull();
  });
});

describe('readKey', () => {
  const row = resultOf('rest_get_query_api.json');
  const permissions = recordOf(row['permissions']);

  it('tells what a key may do', () => {
    expect(readKey(row, 'one-way')).toEqual({
      venue: 'BYBIT',
      accountId: '1448939',
      spotOk: true,
      futuresOk: true,
      canWithdraw: false,
      isReadOnly: false,
      isIpRestricted: true,
      expiresMs: Date.parse('2027-02-20T00:00:00Z'),
      positionMode: 'one-way',
      detail: 'trades spot and perpetuals, cannot withdraw, bound to addresses',
    });
  });

  it.each([
    ['a key that can withdraw', { permissions: { ...permissions, Wallet: ['Withdraw'] } }, { canWithdraw: true }],
    ['a key that only reads', { readOnly: 1 }, { isReadOnly: true, spotOk: false, futuresOk: false }],
    ['a key for every address', { ips: ['*'] }, { isIpRestricted: false }],
    [
      'a key without positions',
      { permissions: { ...permissions, ContractTrade: ['Order'] } },
      { futuresOk: false, spotOk: true },
    ],
    ['a key that does not expire', { expiredAt: '1970-01-01T00:00:00Z' }, { expiresMs: null }],
  ])('sees %s', (_name, over, expected) => {
    expect(readKey({ ...row, ...over }, null)).toMatchObject(expected);
  });

  it('makes nothing of an answer without permissions', () => {
    expect(readKey({}, null)).toBeNull();
  });
});

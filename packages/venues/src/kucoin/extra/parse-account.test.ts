import { describe, expect, it } from 'vitest';
import { BONK, readFixture, readFixtureRows, XBT } from './build-kucoin.fixture.ts';
import {
  readFeeRates,
  readFunding,
  readFuturesBalance,
  readFuturesLedgerRow,
  readIsUnified,
  readLiquidationCost,
  readKey,
  readLeverage,
  readPosition,
  readPositionMode,
  readSpotBalances,
  readSpotLedgerRow,
} from './parse-account.ts';

const NOW_MS = 1_795_768_220_000;

describe('readPosition', () => {
  const [short, long] = readFixtureRows('rest_get_positions');

  it('reads a short cross position in base units', () => {
    expect(readPosition(short!, XBT)).toEqual({
      instrumentId: 'BTCUSDT.PERP.KUCOIN',
      qtyBase: '-0.003',
      entryPx: '91250',
      markPx: '91248.31',
      unrealisedUsd: '0.005',
      leverage: 5,
      marginMode: 'cross',
      liquidationPx: '110231.4',
      marginUsd: '2.19',
      adlRank: 2,
      updatedMs: 1_795_768_215_000,
    });
  });

  it('divides prices of a pack contract, and takes a liquidation price of zero for none', () => {
    expect(readPosition(long!, BONK)).toMatchObject({
      qtyBase: '120000',
      entryPx: '0.00001835',
      markPx: '0.00001836',
      liquidationPx: null,
      leverage: 2.94,
      marginMode: 'isolated',
      adlRank: 1,
    });
  });

  it('says of a closed position that there is none', () => {
    expect(readPosition({ ...short, currentQty: '0', isOpen: false }, XBT)).toMatchObject({
      qtyBase: '0',
      entryPx: null,
      liquidationPx: null,
      adlRank: null,
    });
  });

  it('reads nothing without a quantity', () => {
    expect(readPosition({ ...short, currentQty: undefined }, XBT)).toBeNull();
  });
});

describe('balances', () => {
  it('take the trading account only', () => {
    expect(readSpotBalances(readFixture('rest_get_accounts')['data'], NOW_MS)).toEqual([
      {
        scope: 'spot',
        asset: 'USDT',
        total: '26.66759503',
        free: '20',
        locked: '6.66759503',
        borrowed: '0',
        updatedMs: NOW_MS,
      },
    ]);
    expect(readSpotBalances(null, NOW_MS)).toBeNull();
  });

  it('take unrealised profit off the futures equity', () => {
    const { data } = readFixture('rest_get_account_overview');
    expect(readFuturesBalance(data, NOW_MS)).toMatchObject({
      scope: 'futures',
      total: '1012.4',
      free: '957.7',
      locked: '54.7',
    });
  });

  it('never call more free than there is', () => {
    const data = { accountEquity: '110', unrealisedPNL: '10', availableBalance: '105', currency: 'XBT' };
    expect(readFuturesBalance(data, NOW_MS)).toMatchObject({ asset: 'BTC', total: '100', free: '100', locked: '0' });
  });
});

describe('income', () => {
  it('reads received funding as positive, under the venue id', () => {
    const [row] = readFixtureRows('rest_get_funding_history');
    expect(readFunding(row!, XBT)).toEqual({
      kind: 'funding',
      incomeId: '1472387374042586',
      instrumentId: 'BTCUSDT.PERP.KUCOIN',
      scope: 'futures',
      asset: 'USDT',
      amount: '0.1754705001',
      venueMs: 1_795_766_400_000,
    });
  });

  it('gives what a liquidation took beside its known parts, and nothing for a plain close', () => {
    const [liquidated, closed] = readFixtureRows('rest_get_history_positions');
    expect(readLiquidationCost(liquidated!, XBT)).toEqual({
      kind: 'liquidation-fee',
      incomeId: '500000000027312193',
      instrumentId: 'BTCUSDT.PERP.KUCOIN',
      scope: 'futures',
      asset: 'USDT',
      amount: '-1',
      venueMs: 1_795_766_400_000,
    });
    expect(readLiquidationCost(closed!, XBT)).toBeUndefined();
    expect(readLiquidationCost({ ...liquidated, pnl: '-17.4101' }, XBT)).toBeUndefined();
    expect(readLiquidationCost({ ...liquidated, pnl: 'x' }, XBT)).toBeNull();
  });

  it('gives transfers of the futures account the sign of their type and leaves out what fills tell', () => {
    const read = readFixtureRows('rest_get_transaction_history').map((row) => readFuturesLedgerRow(row));
    expect(read[0]).toMatchObject({
      kind: 'transfer',
      incomeId: 'TransferOut-51360794',
      amount: '-0.01',
      scope: 'futures',
    });
    expect(read[1]).toMatchObject({ kind: 'transfer', incomeId: 'TransferIn-51360793', amount: '20.5' });
    expect(read[2]).toBeUndefined();
  });

  it('gives rows of the spot ledger the sign of their direction and leaves out trades', () => {
    const [out, trade] = readFixtureRows('rest_get_hf_ledgers');
    expect(readSpotLedgerRow(out!)).toMatchObject({ kind: 'transfer', amount: '-20.5', scope: 'spot', asset: 'USDT' });
    expect(readSpotLedgerRow(trade!)).toBeUndefined();
    expect(readSpotLedgerRow({ ...out, bizType: 'Airdrop', direction: 'in' })).toMatchObject({
      kind: 'adjustment',
      amount: '20.5',
    });
    expect(readSpotLedgerRow({ ...out, amount: 'x' })).toBeNull();
  });
});

describe('settings', () => {
  it('read fee rates from a list and from an object', () => {
    const rates = { makerFeeRate: '0.001', takerFeeRate: '0.0015' };
    const expected = { makerFrac: '0.001', takerFrac: '0.0015' };
    expect(readFeeRates([{ symbol: 'ETH-USDT' }, { symbol: 'BTC-USDT', ...rates }], 'BTC-USDT')).toEqual(expected);
    expect(readFeeRates({ symbol: 'XBTUSDTM', ...rates }, 'XBTUSDTM')).toEqual(expected);
    expect(readFeeRates({ symbol: 'ETHUSDTM', ...rates }, 'XBTUSDTM')).toBeNull();
  });

  it('read modes and leverage, and never guess at them', () => {
    expect(readPositionMode({ positionMode: '0' })).toBe('one-way');
    expect(readPositionMode({ positionMode: '1' })).toBe('hedge');
    expect(readPositionMode({})).toBeNull();
    expect(readLeverage({ leverage: '3' })).toBe(3);
    expect(readLeverage({ leverage: '' })).toBeNull();
    expect(readIsUnified({ selfAccountMode: 'UNIFIED' })).toBe(true);
    expect(readIsUnified({ selfAccountMode: 'CLASSIC' })).toBe(false);
    expect(readIsUnified({})).toBeNull();
  });

  it('warn of a key that may move money out, not of one that may move it between accounts', () => {
    const { data } = readFixture('rest_get_api_key');
    const row = data as Record<string, unknown>;
    expect(readKey(row)).toMatchObject({
      spotOk: true,
      futuresOk: true,
      canWithdraw: true,
      isReadOnly: false,
      isIpRestricted: true,
      expiresMs: null,
    });
    expect(readKey({ ...row, permission: 'General,Spot,InnerTransfer', ipWhitelist: '' })).toMatchObject({
      futuresOk: false,
      canWithdraw: false,
      isIpRestricted: false,
    });
    expect(readKey({ ...row, permission: 'General' })).toMatchObject({ isReadOnly: true, spotOk: false });
    expect(readKey({})).toBeNull();
  });
});

import { ENGINE_SETTING_BOUNDS, type LiquidationItem } from '@riptide/contracts/calls';
import { expect, it } from 'vitest';
import { meterTone } from '../../../ui/meter.tsx';
import { buildPosition } from '../../../shared/positions/position.fixture.ts';
import { buildConnection, RISK_LEVELS_OF_TEST } from '../trading.fixture.tsx';
import { accountModes } from './account-modes.ts';
import { actionWords, candidateWords, shortWords } from '../../../shared/decisions/decision-words.ts';
import { openProposals, orderWords, stopWords } from '../../../shared/decisions/proposals.ts';
import { orderSymbols } from '../../../shared/market-feed/price-order.ts';
import { isWithoutTrades } from './result-course.ts';
import { wordRisk } from './risk-words.ts';
import { boundsOf, readNumbers, readSymbols, SETTING_GROUPS } from './settings-fields.ts';
import { barShare, shownLiquidations } from './tape-rows.ts';
import { draftFault, startBody } from './trading-draft.ts';
import { parseTradingSearch, withSearch } from './trading-search.ts';
import { usedShares } from '../../../shared/positions/used-shares.ts';
import { isAsked, notReadyText, readinessOf } from './venue-readiness.ts';

it('says how a venue stands with the texts of the specification', () => {
  const text = (change: Parameters<typeof buildConnection>[0]): string => readinessOf(buildConnection(change)).text;
  expect(readinessOf(undefined).text).toBe('Checking...');
  expect(text({ hasKeys: false })).toBe('Missing API keys');
  expect(text({ hasFuturesPermission: false })).toBe('No futures permission');
  expect(text({ connected: false })).toBe('Connection failed');
  expect(text({ connected: false, is_connecting: true })).toBe('Connecting...');
  expect(text({ hasFuturesPermission: null })).toBe('Checking...');
  expect(text({})).toBe('Ready for futures trading');
  expect(readinessOf(buildConnection({ connected: false })).isReady).toBe(false);
  // The account answers, its market data do not come.
  const silent = readinessOf(buildConnection(), { status: 'down', reason: 'No data for 12.5 s' });
  expect(silent).toMatchObject({ isReady: false, text: 'Connection failed', detail: 'No data for 12.5 s' });
  expect(readinessOf(buildConnection(), { status: 'slow', reason: null }).isReady).toBe(true);
  expect(isAsked(readinessOf(buildConnection({ connected: false, is_connecting: true })))).toBe(true);
  expect(isAsked(readinessOf(buildConnection({ connected: false, is_connecting: false })))).toBe(false);
  expect(notReadyText('OKX')).toBe('OKX not ready for futures trading');
});

it('keeps in the address only what differs from the default, and nothing unknown', () => {
  expect(
    parseTradingSearch({ symbol: 'ethusdt', tf: '5m', venue: 'OKX', tape: 'big', range: '7d', advanced: 'off' }),
  ).toEqual({
    symbol: 'ETHUSDT',
    tf: '5m',
    venue: 'OKX',
    tape: 'big',
    range: '7d',
    advanced: 'off',
  });
  expect(
    parseTradingSearch({ symbol: '<b>', tf: '1m', venue: 'MTGOX', tape: 'all', range: '24h', settings: 'hal' }),
  ).toEqual({});
  expect(withSearch({ symbol: 'ETHUSDT', tape: 'big' }, { tape: undefined })).toEqual({ symbol: 'ETHUSDT' });
});

it('starts in manual mode with the named symbols alone', () => {
  const draft = { mode: 'manual', riskLevel: 'low', symbols: ['BTCUSDT'], isAutoPick: true } as const;
  expect(startBody(draft, 'KUCOIN')).toMatchObject({ auto_pick: false, venue: 'KUCOIN', symbols: ['BTCUSDT'] });
  expect(startBody({ ...draft, mode: 'auto' }, 'KUCOIN')).toMatchObject({ auto_pick: true });
  expect(draftFault({ ...draft, symbols: [] })).toBe('Choose at least one symbol');
  expect(draftFault({ ...draft, mode: 'auto', symbols: [] })).toBeNull();
});

it('says a risk level by its numbers, and that they are unknown while they are', () => {
  expect(wordRisk('high', RISK_LEVELS_OF_TEST.high)).toBe(
    'High: $7.50 at risk per trade, up to 3 trades of the engine at once, 25% of capital per trade and at most $1,000; acts from 30 bps displacement at 0.75x the liquidation threshold',
  );
  expect(wordRisk('low', undefined)).toContain('not known');
});

it('colours capacity and capital at the specified limits', () => {
  const capacity = (share: number) => meterTone(share, { calm: 'ok', warnAbove: 0.6, dangerAbove: 0.8 });
  expect([0.6, 0.61, 0.8, 0.81].map(capacity)).toEqual(['ok', 'warn', 'warn', 'danger']);
  expect(usedShares({ status: undefined, dayPct: null, lossPct: 5 })).toEqual({
    positions: null,
    capital: null,
    dayLossPct: null,
    dailyLoss: null,
  });
  expect(usedShares({ status: undefined, dayPct: 2, lossPct: 5 }).dailyLoss).toBe(0);
  expect(usedShares({ status: undefined, dayPct: -2.5, lossPct: 5 }).dailyLoss).toBe(0.5);
});

it('names each setting of the engine once, with its bounds', () => {
  const named = SETTING_GROUPS.flatMap(({ fields }) => fields.map(({ name }) => name));
  expect(named.toSorted()).toEqual(Object.keys(ENGINE_SETTING_BOUNDS).toSorted());
  expect(boundsOf('leverage')).toBe('1 to 125');
  expect(boundsOf('mode')).toBe('');
  expect(readSymbols(' btcusdt, ,ethusdt')).toEqual(['BTCUSDT', 'ETHUSDT']);
  expect(readNumbers('0.5, x')).toEqual([0.5, 'x']);
});

it('warns of an account that is set otherwise than orders need', () => {
  const facts = { venue: 'BINANCE', symbol: 'BTCUSDT', leverage: 10, connection: undefined, positions: [] } as const;
  expect(accountModes(facts).map(({ word, isMismatch }) => [word, isMismatch])).toEqual([
    ['10x', false],
    ['ISOLATED', false],
    ['ONE-WAY', false],
  ]);
  const positions = [
    buildPosition({ leverage: 5, margin_mode: 'cross' }),
    buildPosition({ venue: 'OKX', leverage: 3 }),
  ];
  expect(accountModes({ ...facts, positions }).map(({ word, isMismatch }) => [word, isMismatch])).toEqual([
    ['5x', true],
    ['CROSS', true],
    ['ONE-WAY', false],
  ]);
});

it('reads the modes of the symbol as the venue tells them', () => {
  const told = { ok: true, venue: 'BINANCE', symbol: 'BTCUSDT', reason: null } as const;
  const facts = { venue: 'BINANCE', symbol: 'BTCUSDT', leverage: 10, connection: undefined, positions: [] } as const;
  const other = accountModes({
    ...facts,
    told: { ...told, leverage: 20, margin_mode: 'cross', position_mode: 'hedge' },
  });
  expect(other.map(({ word, isMismatch }) => [word, isMismatch])).toEqual([
    ['10x', false],
    ['CROSS', true],
    ['HEDGE', true],
  ]);
  expect(other[0]?.meaning).toContain('BTCUSDT stands at 20x on BINANCE now.');
  const silent = { ...told, leverage: null, margin_mode: null, position_mode: null, reason: 'no key' };
  const unknown = accountModes({ ...facts, told: silent });
  expect(unknown.some(({ isMismatch }) => isMismatch)).toBe(false);
  expect(unknown[1]?.meaning).toContain('nothing is told of BTCUSDT on BINANCE yet (no key)');
});

const liquidation = (id: string, usd: number, timestamp: number) => ({ id, usd, timestamp }) as LiquidationItem;

it('shows the liquidations of ten minutes, those over $50k when asked', () => {
  const items = [liquidation('a', 60_000, 1000), liquidation('b', 50_000, 990), liquidation('c', 90_000, 300)];
  expect(shownLiquidations(items, 'all', 1000).map(({ id }) => id)).toEqual(['a', 'b']);
  expect(shownLiquidations(items, 'big', 1000).map(({ id }) => id)).toEqual(['a']);
  expect([barShare(0), barShare(250_000), barShare(9e9)]).toEqual([0, 0.5, 1]);
});

it('says what was decided on a liquidation and why', () => {
  expect(actionWords(null).word).toBe('no trigger');
  const made = { id: 'd', engine: null, arm: 'abstain', reason: 'cooldown 00:41', trade: null } as const;
  expect(actionWords({ ...made, action: 'traded' })).toMatchObject({ word: 'Sniped', tone: 'ok' });
  expect(actionWords({ ...made, action: 'blocked' })).toEqual({
    word: 'cooldown 00:41',
    tone: null,
    detail: 'Blocked: cooldown 00:41',
  });
});

it('says of a decision that became no trade that it was missed, and why', () => {
  const why = 'the entry was not filled in time';
  const became = (state: 'entering' | 'open' | 'closed' | 'missed' | 'failed') =>
    actionWords({
      id: 'd',
      engine: 'pas_trader',
      arm: 'a',
      reason: 'every gate passed',
      action: 'traded',
      trade: { state, reason: why },
    });
  expect(became('missed')).toEqual({
    word: 'Missed',
    tone: 'warn',
    detail: `Sniped: every gate passed. Not entered: ${why}`,
  });
  expect(became('failed')).toMatchObject({ word: 'Failed', tone: 'danger' });
  expect(became('entering')).toMatchObject({
    word: 'Entering',
    detail: 'Sniped: every gate passed. Its entry order waits to be filled',
  });
  expect([became('open').word, became('closed').word]).toEqual(['Sniped', 'Sniped']);
});

it('says what stands between a candidate and a trade', () => {
  const row = { blocked_by: 'cooldown 12 s', gates_passed: 18, gates_total: 20 } as Parameters<
    typeof candidateWords
  >[0];
  expect(candidateWords(row)).toBe('cooldown 12 s (+1 more)');
  expect(candidateWords({ ...row, blocked_by: null })).toBe('ready');
  const far = { ...row, blocked_by: 'trigger-size: liquidations of LONG in the window 8626 USD, at least 25000' };
  expect(shortWords(far)).toBe('below the trigger size (+1 more)');
  expect(shortWords(row)).toBe('cooldown 12 s (+1 more)');
  const engine = (blocked_by: string) => shortWords({ ...row, blocked_by, gates_passed: row.gates_total - 1 });
  expect(engine('engine: RUNEUSDT is not among its symbols')).toBe('not among its symbols');
  expect(engine('engine: PAS Trader is stopped')).toBe('engine is off');
});

it('offers proposals until they end, the one that ends first on top', () => {
  const proposal = (id: string, until: number | null, action = 'proposed') =>
    ({ id, action, expires_at: until }) as Parameters<typeof openProposals>[0][number];
  const all = [proposal('late', 30), proposal('gone', 10), proposal('soon', 20), proposal('done', null, 'traded')];
  expect(openProposals(all, 10).map(({ id }) => id)).toEqual(['soon', 'late']);
});

it('puts the followed symbols first and orders the others by volume', () => {
  const price = (symbol: string, volume: number | null) =>
    ({ symbol, volume_24h: volume }) as Parameters<typeof orderSymbols>[0][number];
  const prices = [price('AAA', 1), price('BBB', 9), price('ETHUSDT', 2), price('BTCUSDT', null)];
  expect(orderSymbols(prices, ['BTCUSDT', 'ETHUSDT'])).toEqual(['BTCUSDT', 'ETHUSDT', 'BBB', 'AAA']);
});

it('takes a range without a closed trade for empty, not for a result of zero', () => {
  const empty = { range: '24h', trading_pnl: [0, 0], arbitrage_pnl: [0, 0], daily: [] } as const;
  expect(isWithoutTrades({ ...empty, trading_pnl: [0, 0], arbitrage_pnl: [0, 0], daily: [] })).toBe(true);
  expect(isWithoutTrades({ ...empty, trading_pnl: [0, 1], arbitrage_pnl: [0, 0], daily: [] })).toBe(false);
});

it('says what a proposal would send and what its stop would cost, and that fees are not known', () => {
  const plan = {
    side: 'short',
    quantity: 0.015,
    entry_price: 63_900,
    stop_price: 64_050,
    take_profit_price: 63_670,
    notional_usd: 958.5,
    fees_usd: 0.6,
    stop_loss_usd: 2.25,
  } as const;
  expect(orderWords(plan, 'BTCUSDT')).toBe('Sell 0.0150 BTC at 63,900.0000');
  expect(stopWords(plan)).toBe('-$2.25 and $0.60 of fees');
  expect(stopWords({ ...plan, fees_usd: null, stop_loss_usd: null })).toBe('— and — of fees');
});

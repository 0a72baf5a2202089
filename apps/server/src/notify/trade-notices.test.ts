import { expect, test } from 'vitest';
import { buildArbTrade } from '../link/arbitrage-values.fixture.ts';
import { buildSnipe } from '../link/sniping-values.fixture.ts';
import { noticeOfArb, noticeOfSnipe } from './trade-notices.ts';

const record = { seq: 7, atMs: 1_000 } as const;

test('tells the net of a closed trade as a person reads it', () => {
  const snipe = buildSnipe({ state: 'closed', netUsd: '3.153580812', netBps: 31.717485758424253 });
  const notice = noticeOfSnipe({ ...record, kind: 'snipe', snipe }, snipe);
  expect(notice?.title).toMatch(/net \+\$3\.15$/);
  expect(notice?.body).toContain('net +$3.15 (31.7 bps).');
});

test('tells the net of a closed arbitrage as a person reads it', () => {
  const result = {
    priceUsd: '0',
    feesUsd: '0.46',
    fundingUsd: '0',
    borrowUsd: '0',
    netUsd: '-0.468412605',
    netBps: -23.5774,
  };
  const trade = buildArbTrade({ state: 'certified', result });
  const notice = noticeOfArb({ ...record, kind: 'arb', trade }, trade);
  expect(notice?.title).toMatch(/net -\$0\.47$/);
  expect(notice?.body).toContain('net -$0.47 (-23.6 bps).');
});

test('says that a net is unknown, without a rate', () => {
  const snipe = buildSnipe({ state: 'closed', netUsd: null, netBps: null });
  expect(noticeOfSnipe({ ...record, kind: 'snipe', snipe }, snipe)?.body).toContain('net unknown. ');
});

test.each([
  ['missed', 'trade_missed', 'INFO', 'Missed: long BTCUSDT on BYBIT'],
  ['failed', 'trade_failed', 'ERROR', 'Not entered: long BTCUSDT on BYBIT'],
] as const)('tells of an entry that is %s that nothing is held, and why', (state, event, severity, title) => {
  const snipe = buildSnipe({ state, reason: 'the entry was not filled in time' });
  const notice = noticeOfSnipe({ ...record, kind: 'snipe', snipe }, snipe);
  expect(notice).toMatchObject({ event, severity, title, recordSeq: 7 });
  expect(notice?.body).toBe('PAS Trader holds nothing of it (paper): the entry was not filled in time.');
});

test.each(['entering', 'exiting'] as const)('tells nothing of a trade that is %s', (state) => {
  const snipe = buildSnipe({ state });
  expect(noticeOfSnipe({ ...record, kind: 'snipe', snipe }, snipe)).toBeNull();
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { domainError, err, ok } from '@riptide/core/domain';
import { buildOrder, buildPosition, buildTradingState } from '../../link/trading-values.fixture.ts';
import { fillTestEngine } from '../fill-test-engine.fixture.ts';
import { startTestApp, type TestApp } from '../start-test-app.fixture.ts';
import { callsOf } from './calls.fixture.ts';

let test: TestApp;
let cookie = '';
beforeEach(async () => {
  test = await startTestApp();
  fillTestEngine(test);
  cookie = await test.unlock();
});
afterEach(() => test.close());

const get = (url: string) => callsOf(test, cookie).get(url);
const put = (url: string, payload: object) => callsOf(test, cookie).put(url, payload);

interface Item {
  readonly key: string;
  readonly is_done: boolean;
  readonly is_required: boolean;
}

describe('go-live', () => {
  it('names six points of each venue, four of them required, and takes nothing for done that is not', async () => {
    const answer = (await get('/api/trading/go-live')).json();
    expect(answer).toMatchObject({ total: 6, is_enforced: false });
    const items = answer.venues[0].items as Item[];
    expect(items.filter((item) => item.is_required)).toHaveLength(4);
    expect(items.filter((item) => item.is_done).map((item) => item.key)).toEqual(['daily_loss_limit']);
  });

  it('takes limits for saved only when a person saved them, not for standing there as defaults', async () => {
    test.link.update(['trading', 'state', buildTradingState({ settings: { 'risk-limits': { dailyLossPct: 5 } } })]);
    const isSaved = async (): Promise<boolean | undefined> => {
      const items = (await get('/api/trading/go-live')).json().venues[0].items as Item[];
      return items.find((item) => item.key === 'risk_saved')?.is_done;
    };
    expect(await isSaved()).toBe(false);
    test.link.answer = () => ok({ value: { dailyLossPct: 4 } });
    expect((await put('/api/settings/risk', { daily_loss_pct: 4 })).statusCode).toBe(200);
    expect(await isSaved()).toBe(true);
  });

  it('refuses live orders of a real market while a required point is open, whatever is typed', async () => {
    await test.close();
    test = await startTestApp('/nonexistent', { market: 'live' });
    fillTestEngine(test);
    cookie = await test.unlock();
    test.link.answer = () => ok({ mode: 'live' });
    const body = { venue: 'OKX', mode: 'live', confirmation: 'GO LIVE OKX' };
    const refused = await callsOf(test, cookie).post('/api/trading/execution', body);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'live_not_confirmed']);
    expect(refused.json().detail).toContain('no key saved');
    const back = await callsOf(test, cookie).post('/api/trading/execution', { venue: 'OKX', mode: 'paper' });
    expect(back.statusCode).toBe(200);
  });
});

describe('first steps', () => {
  it('are read from what is there, and stay put away', async () => {
    const url = '/api/settings/onboarding';
    const first = (await get(url)).json();
    expect(first.is_dismissed).toBe(false);
    expect((first.steps as Item[]).filter((step) => step.is_done).map((step) => step.key)).toContain('paper_funded');
    expect((await put(url, { is_dismissed: true })).json()).toMatchObject({ is_dismissed: true });
    expect((await get(url)).json().dismissed_at).not.toBeNull();
    expect(test.settingChanges).toContainEqual(expect.objectContaining({ setting: 'onboarding', after: true }));
  });
});

describe('estimate of the kill switch', () => {
  const preview = { feeUsd: '3.306', slippageBps: 2, notionalUsd: '10000', expectedPx: '63990' };

  it('adds fees and slippage to the cent and counts entries without protective stops', async () => {
    test.link.update(['order', 'OKX:paper|S1', buildOrder({ account: 'OKX:paper', isReduceOnly: true })]);
    test.link.answer = () => ok(preview);
    const answer = (await get('/api/kill-switch/estimate')).json();
    expect(answer).toMatchObject({ cost_usd: 5.31, unknown: 0, positions: [{ close_price: 63_990, slippage_usd: 2 }] });
    expect(answer.entries).toContainEqual({ venue: 'OKX', mode: 'paper', count: 0 });
  });

  it('counts what stands on the paper account of a venue that trades live meanwhile, which level 3 closes too', async () => {
    const { venue, id } = buildPosition();
    test.link.update(
      ['trading', 'state', buildTradingState({ liveVenues: [venue] })],
      ['order', 'other', buildOrder({ account: `${venue}:paper`, isReduceOnly: false })],
    );
    test.link.answer = () => ok(preview);
    const answer = (await get('/api/kill-switch/estimate')).json();
    expect(answer).toMatchObject({ unknown: 1, positions: [{ id, mode: 'paper', fee_usd: null, close_price: null }] });
    const entries = answer.entries.filter((row: { venue: string }) => row.venue === venue);
    expect(entries).toMatchObject([
      { venue, mode: 'live', count: 0 },
      { venue, mode: 'paper', count: expect.any(Number) },
    ]);
    expect(entries[1].count).toBeGreaterThan(0);
    const { venues } = (await get('/api/kill-switch')).json();
    expect(venues).toContainEqual(expect.objectContaining({ venue, mode: 'paper', open_positions: 1 }));
    expect((await get('/api/portfolio/positions')).json().positions, 'of the account orders go to').toEqual([]);
  });

  it('says how many closings it can not estimate', async () => {
    test.link.update(['position', 'other', buildPosition({ id: 'other' })]);
    test.link.answer = () => err(domainError('ENGINE_BUSY', '', { outcome: 'not-sent' }));
    const answer = (await get('/api/kill-switch/estimate')).json();
    expect(answer).toMatchObject({ cost_usd: 0, unknown: 2, positions: [{ fee_usd: null }, { fee_usd: null }] });
  });
});

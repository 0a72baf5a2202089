import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { domainError, err, ok, type GateDecision } from '@riptide/core/domain';
import { buildWhyNot } from '../../link/arbitrage-answers.fixture.ts';
import { buildArbitrage, buildArbPlan, buildArbTrade } from '../../link/arbitrage-values.fixture.ts';
import { answerArbitrageCall, fillTestArbitrage } from '../fill-test-arbitrage.fixture.ts';
import { fillTestEngine } from '../fill-test-engine.fixture.ts';
import { startTestApp, type TestApp } from '../start-test-app.fixture.ts';
import { callsOf } from './calls.fixture.ts';

const PAIR_ID = 'BTCUSDT.PERP.BINANCE>BTCUSDT.PERP.BYBIT';
const BLOCK: GateDecision = {
  gate: 'free-margin',
  ok: false,
  code: 'RISK_FREE_MARGIN',
  detail: '5000 USD, 100 USD are free',
  value: '5000',
  bound: '100',
};
const PASS: GateDecision = { gate: 'kill-switch', ok: true, code: null, detail: 'off', value: null, bound: null };
const EXECUTE = '/api/trading/execute_live';
const PREVIEW = '/api/trading/execute_live/preview';
const PRECHECK = '/api/trading/precheck';
const CARRY = '/api/trading/carry/execute';

let test: TestApp;
let cookie = '';
beforeEach(async () => {
  test = await startTestApp();
  fillTestEngine(test);
  fillTestArbitrage(test);
  test.link.answer = answerArbitrageCall;
  cookie = await test.unlock();
});
afterEach(() => test.close());

const post = (url: string, payload: object) => callsOf(test, cookie).post(url, payload);
const raw = (url: string, payload: string) =>
  test.app.inject({ method: 'POST', url, headers: { cookie, 'content-type': 'application/json' }, payload });
const lastSent = () => test.link.sent.at(-1);
const refuse = (...[code, detail]: Parameters<typeof domainError>) =>
  (test.link.answer = () => err(domainError(code, detail, { outcome: 'not-sent' })));

describe('execute_live', () => {
  it('starts with what the launcher starts with, and answers leg by leg', async () => {
    const answer = await post(EXECUTE, { symbol: 'btcusdt', mode: 'arb', venues: ['okx', 'Bybit', 'OKX'] });
    expect(lastSent()).toEqual({
      name: 'arb-execute',
      request: {
        opportunityId: null,
        symbol: 'BTCUSDT',
        venues: ['OKX', 'BYBIT'],
        qtyBase: null,
        notionalUsd: '120',
        bracket: 'panic',
        // The engine takes those of the risk guard.
        takeProfitBps: null,
        stopLossBps: null,
        sequencing: null,
        acceptsNegative: false,
        by: 'operator',
      },
    });
    expect(answer.json()).toMatchObject({
      ok: true,
      trade: { state: 'hedged', legs: [{ leg: 'buy', entry_qty: 0.002 }, { leg: 'sell' }] },
      message: 'BTCUSDT bought at BINANCE, sold at BYBIT: hedged, both legs are filled',
    });
  });

  it('waits for the fills, which come after the engine has answered', async () => {
    const arbId = 'a00000000009';
    const sent = buildArbTrade({ arbId, state: 'sent' });
    test.link.answer = () => ok({ trade: sent });
    const asked = post(EXECUTE, { symbol: 'BTCUSDT' });
    await vi.waitFor(() => expect(test.link.sent).toHaveLength(1));
    test.link.update(['arbitrage', 'state', buildArbitrage({ trades: [{ ...sent, state: 'imbalanced' }] })]);
    test.link.update(['arbitrage', 'state', buildArbitrage({ trades: [{ ...sent, state: 'hedged' }] })]);
    expect((await asked).json().trade).toMatchObject({ id: arbId, state: 'hedged' });
  });

  it('takes a row of the scanner, a quantity, no bracket and a sequence', async () => {
    await post(EXECUTE, {
      opportunity_id: 'BTCUSDT.PERP.BINANCE>BTCUSDT.PERP.BYBIT',
      qty: 0.1 + 0.2,
      with_bracket: 'none',
      sequencing: 'thin-first',
      accept_negative: true,
    });
    expect(lastSent()?.request).toMatchObject({
      symbol: null,
      opportunityId: 'BTCUSDT.PERP.BINANCE>BTCUSDT.PERP.BYBIT',
      venues: ['BINANCE', 'BYBIT', 'OKX', 'KUCOIN'],
      qtyBase: '0.30000000000000004',
      notionalUsd: null,
      bracket: 'none',
      takeProfitBps: null,
      stopLossBps: null,
      sequencing: 'thin-first',
      acceptsNegative: true,
    });
  });

  it.each([
    ['{}', { symbol: 'is missing: give a symbol or an opportunity_id' }],
    ['{"symbol":"BTCUSDT","qty":1,"notional_usd":5}', { qty: 'give either qty or notional_usd' }],
    ['{"symbol":"BTCUSDT","qty":0}', { qty: '0 must be over 0' }],
    ['{"symbol":"BTCUSDT","qty":-1}', { qty: '-1 must be over 0' }],
    ['{"symbol":"BTCUSDT","notional_usd":"120"}', { notional_usd: '"120" is not a number' }],
    ['{"symbol":"BTCUSDT","notional_usd":1e999}', { notional_usd: expect.any(String) }],
    ['{"symbol":"BTCUSDT","tp_bps":0}', { tp_bps: '0 is under the minimum 0.1' }],
    ['{"symbol":"BTCUSDT","sl_bps":5001}', { sl_bps: '5001 is over the maximum 5000' }],
    ['{"symbol":"BTCUSDT","mode":"SCALP"}', { mode: '"SCALP" is not one of ARB' }],
    ['{"symbol":"BTCUSDT","with_bracket":"loose"}', { with_bracket: '"loose" is not one of panic, none' }],
    ['{"symbol":"BTCUSDT","sequencing":"fast"}', { sequencing: expect.stringContaining('is not one of parallel') }],
    ['{"symbol":"BTCUSDT","venues":[]}', { venues: 'a list of 0 is under the minimum 1' }],
    ['{"symbol":"BTCUSDT","venues":["OKX"]}', { venues: 'choose at least two different venues' }],
    ['{"symbol":"BTCUSDT","venues":["OKX","okx"]}', { venues: 'choose at least two different venues' }],
    [`{"symbol":"ETHUSDT","opportunity_id":"${PAIR_ID}"}`, { symbol: `is not that of ${PAIR_ID}` }],
    [`{"venues":["OKX","BYBIT"],"opportunity_id":"${PAIR_ID}"}`, { venues: `leave out BINANCE of ${PAIR_ID}` }],
    ['{"symbol":"BTCUSDT","venues":["KRAKEN"]}', { 'venues.0': expect.stringContaining('is not one of BINANCE') }],
    ['{"symbol":"../../etc"}', { symbol: expect.any(String) }],
    ['{"symbol":"BTCUSDT","acceptNegative":true}', { acceptNegative: 'is no field of this request' }],
  ])('refuses %s, naming field, value and bound', async (payload, fields) => {
    for (const url of [EXECUTE, PREVIEW]) {
      const answer = await raw(url, payload);
      expect([answer.statusCode, answer.json().fields]).toEqual([400, fields]);
    }
    expect(test.link.sent).toEqual([]);
  });

  it.each([
    ['RISK_NO_EDGE', 'entry net -3.2 bps', 409, 'no_edge'],
    ['RISK_INSTRUMENT_IN_USE', 'PAS Trader holds BTCUSDT at BYBIT', 409, 'instrument_in_use'],
    ['RISK_FREE_MARGIN', '5000 USD, 100 USD are free', 409, 'risk_blocked'],
    ['RISK_LIVE_NOT_CONFIRMED', 'type GO LIVE BYBIT', 409, 'live_not_confirmed'],
    ['RISK_KILL_SWITCH', 'level 1', 409, 'kill_switch'],
    ['ARBITRAGE_BUSY', 'this pair cools down for 9 s', 409, 'arbitrage_busy'],
  ] as const)('tells why nothing was sent: %s', async (code, detail, status, problem) => {
    refuse(code, detail);
    const answer = await post(EXECUTE, { symbol: 'BTCUSDT' });
    expect([answer.statusCode, answer.json()]).toEqual([status, expect.objectContaining({ code: problem, detail })]);
    expect((await post(CARRY, { symbol: 'BTCUSDT', venue: 'OKX', side: 'short' })).json()).toMatchObject({
      code: problem,
      detail,
    });
  });

  it('names the field of the API when the engine refuses one', async () => {
    refuse('INPUT_INVALID', 'takeProfitBps must be over 0; qtyBase is no quantity');
    const { fields } = (await post(EXECUTE, { symbol: 'BTCUSDT' })).json();
    expect(fields).toEqual({ tp_bps: 'must be over 0', qty: 'is no quantity' });
  });

  it('never says that a trade failed whose outcome is unknown', async () => {
    for (const answer of [
      () => err(domainError('ENGINE_BUSY', 'timeoutMs=1', { outcome: 'unknown' })),
      () => ok({ trade: buildArbTrade({ arbId: 'a00000000009', state: 'unknown' }) }),
    ]) {
      test.link.answer = answer;
      const answers: Awaited<ReturnType<typeof post>>[] = [];
      const asked = post(EXECUTE, { symbol: 'BTCUSDT' });
      void asked.then((each) => answers.push(each));
      await vi.waitFor(() => {
        test.clock.advance(1_000);
        expect(answers).toHaveLength(1);
      });
      const lost = await asked;
      expect([lost.statusCode, lost.json().code]).toEqual([504, 'order_outcome_unknown']);
      expect(lost.body).not.toMatch(/fail/i);
    }
  });

  it('tells of a plan that no gate blocks why it is refused, without the code before it', async () => {
    test.link.answer = (name) =>
      name === 'arb-preview'
        ? ok(buildArbPlan({ isAllowed: false, refusal: 'RISK_NO_EDGE ends at -3 bps' }))
        : ok(buildWhyNot());
    expect((await post(PREVIEW, { symbol: 'BTCUSDT' })).json()).toMatchObject({
      verdict: 'BLOCK',
      reason: 'ends at -3 bps',
    });
    const { decisions } = (await post(PRECHECK, { symbol: 'BTCUSDT', venues: ['OKX', 'BYBIT'] })).json();
    expect(decisions.at(-1)).toMatchObject({ gate: 'pair', code: 'risk_no_edge', detail: 'ends at -3 bps' });
  });

  it('previews as blocked what no trade can be made of, with the figures', async () => {
    refuse('QUANTITY_TOO_SMALL', 'wantedBase=0.001 minBase=0.002');
    const answer = await post(PREVIEW, { symbol: 'BTCUSDT' });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      {
        verdict: 'BLOCK',
        reason: 'The quantity is below the minimum: wantedBase=0.001 minBase=0.002',
        trade: null,
        gates: [],
      },
    ]);
    const executed = await post(EXECUTE, { symbol: 'BTCUSDT' });
    expect([executed.statusCode, executed.json().detail]).toEqual([422, 'wantedBase=0.001 minBase=0.002']);
    test.link.setConnected(false);
    expect((await post(PREVIEW, { symbol: 'BTCUSDT' })).statusCode).toBe(503);
  });

  it('tells afterwards what became of an order whose answer was lost', async () => {
    test.link.answer = () => err(domainError('ENGINE_BUSY', 'x', { outcome: 'unknown' }));
    expect((await post(EXECUTE, { symbol: 'BTCUSDT' })).statusCode).toBe(504);
    test.link.answer = () => ok({ trades: [], total: 0 });
    await vi.waitFor(
      async () => {
        test.clock.advance(5_000);
        const { notifications } = (await callsOf(test, cookie).get('/api/notifications')).json();
        expect(notifications.map(({ body }: { body: string }) => body)).toContain(
          'The answer to an execute_live of BTCUSDT was lost; no trade came of it: nothing was sent for it.',
        );
      },
      { timeout: 20_000, interval: 200 },
    );
  });

  it.each([
    ['INSTRUMENT_UNKNOWN', 'unknown_symbol', 'Unknown symbol: no venue that is followed lists NOPEUSDT'],
    [
      'ARBITRAGE_NOT_FOUND',
      'arbitrage_not_found',
      'There is no such arbitrage: no venue that is followed lists NOPEUSDT',
    ],
  ] as const)(
    'previews what is not there as blocked, and refuses to execute it: %s',
    async (code, wireCode, reason) => {
      refuse(code, 'no venue that is followed lists NOPEUSDT');
      const preview = await post(PREVIEW, { symbol: 'NOPEUSDT' });
      expect([preview.statusCode, preview.json()]).toMatchObject([
        200,
        { verdict: 'BLOCK', reason, trade: null, gates: [], checks: [], proposed_notional_usd: 120 },
      ]);
      const executed = await post(EXECUTE, { symbol: 'NOPEUSDT' });
      expect([executed.statusCode, executed.json().code]).toEqual([404, wireCode]);
    },
  );

  it('previews what the trade should bring: as learned, else by what is known, the unknown exit at both fees once more', async () => {
    expect((await post(PREVIEW, { symbol: 'BTCUSDT' })).json().expected_usd).toBe(0.05);
    const { trade } = buildArbPlan();
    const unlearned = { ...trade, expected: { ...trade.expected, learnedNetBps: null } };
    test.link.answer = (name) => (name === 'arb-preview' ? ok(buildArbPlan({ trade: unlearned })) : ok(buildWhyNot()));
    expect((await post(PREVIEW, { symbol: 'BTCUSDT' })).json().expected_usd).toBe(-0.07);
  });

  it('previews what it costs and how it can end, by the bracket and the loss cap that is set', async () => {
    expect((await post(PREVIEW, { symbol: 'BTCUSDT' })).json().outlook).toMatchObject({
      cost_usd: expect.any(Number),
      worst_case_by: 'stop_loss',
      reward_to_risk: 0.78,
    });
    refuse('RISK_BOOK_STALE', 'buy=x');
    expect((await post(PREVIEW, { symbol: 'BTCUSDT' })).json().outlook).toBeNull();
  });

  it('keeps why an expected loss was taken with the call in the audit log', async () => {
    const reason = 'to see a naked leg repaired';
    await post(EXECUTE, { symbol: 'BTCUSDT', accept_negative: true, reason });
    const { rows } = (await callsOf(test, cookie).get('/api/audit/events')).json();
    expect(rows).toContainEqual(
      expect.objectContaining({ payload: expect.objectContaining({ body: expect.objectContaining({ reason }) }) }),
    );
  });

  it('previews the smallest amount that works, and proposes it where the usual one is too small', async () => {
    test.link.answer = (name) =>
      name === 'arb-preview' ? ok(buildArbPlan({ minNotionalUsd: '60.21' })) : ok(buildWhyNot());
    const usual = (await post(PREVIEW, { symbol: 'BTCUSDT' })).json();
    expect(usual).toMatchObject({ min_notional_usd: 60.21, proposed_notional_usd: 120 });
    const detail = 'minBase=0.002; the smallest amount that both legs take is 180.01 USD';
    test.link.answer = () =>
      err(domainError('QUANTITY_TOO_SMALL', detail, { outcome: 'not-sent', minNotionalUsd: '180.01' }));
    expect((await post(PREVIEW, { symbol: 'BTCUSDT' })).json()).toMatchObject({
      verdict: 'BLOCK',
      reason: expect.stringContaining('180.01 USD'),
      min_notional_usd: 180.01,
      proposed_notional_usd: 181,
    });
    expect((await post(EXECUTE, { symbol: 'BTCUSDT' })).json()).toMatchObject({ code: 'order_rejected', detail });
    refuse('RISK_BOOK_STALE', 'buy=x');
    expect((await post(PREVIEW, { symbol: 'BTCUSDT' })).json()).toMatchObject({
      min_notional_usd: null,
      proposed_notional_usd: 120,
    });
  });

  it('previews with the gates of both legs and the checks of the pair', async () => {
    test.link.answer = (name) =>
      name === 'arb-preview'
        ? ok(
            buildArbPlan({
              isAllowed: false,
              gates: [
                { ...PASS, leg: 'buy' },
                { ...BLOCK, leg: 'sell' },
              ],
            }),
          )
        : ok(buildWhyNot());
    expect((await post(PREVIEW, { symbol: 'BTCUSDT' })).json()).toMatchObject({
      verdict: 'BLOCK',
      reason: BLOCK.detail,
      trade: { state: 'planned', open_net_usd: null },
      gates: [
        { leg: 'buy', venue: 'BINANCE', ok: true },
        { leg: 'sell', venue: 'BYBIT', code: 'risk_free_margin', value: 5_000, bound: 100 },
      ],
      checks: [{ check: 'entry-net' }, { check: 'index-gap' }],
    });
  });
});

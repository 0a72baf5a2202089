import { describe, expect, it } from 'vitest';
import { domainError, err, ok, type GateDecision } from '@riptide/core/domain';
import { buildCheck, buildWhyNot } from '../../link/arbitrage-answers.fixture.ts';
import { buildArbPlan } from '../../link/arbitrage-values.fixture.ts';
import { answerArbitrageCall, fillTestArbitrage } from '../fill-test-arbitrage.fixture.ts';
import { fillTestEngine } from '../fill-test-engine.fixture.ts';
import { eachTestApp } from './each-test-app.fixture.ts';

const BLOCK: GateDecision = {
  gate: 'free-margin',
  ok: false,
  code: 'RISK_FREE_MARGIN',
  detail: '5000 USD, 100 USD are free',
  value: '5000',
  bound: '100',
};
const PASS: GateDecision = { gate: 'kill-switch', ok: true, code: null, detail: 'off', value: null, bound: null };
const PRECHECK = '/api/trading/precheck';

const { test, post } = eachTestApp(fillTestEngine, fillTestArbitrage, (app) => {
  app.link.answer = answerArbitrageCall;
});

describe('precheck of an ARB', () => {
  const body = { symbol: 'BTCUSDT', mode: 'ARB', venues: ['BINANCE', 'BYBIT'], qty: 0.002 };

  it('needs two venues, where one alone is enough for a single leg', async () => {
    const answer = await post(PRECHECK, { ...body, venues: ['OKX', 'okx'] });
    expect([answer.statusCode, answer.json().fields]).toEqual([
      400,
      { venues: 'choose at least two different venues' },
    ]);
    expect((await post(PRECHECK, { ...body, mode: 'SCALP', venues: ['OKX'] })).statusCode).not.toBe(400);
  });

  it('judges both legs and the pair; a soft miss is shown and blocks nothing', async () => {
    expect((await post(PRECHECK, body)).json()).toMatchObject({
      ok: true,
      verdict: 'PASS',
      suggestion: { suggested_qty_quantized: 0.002 },
      decisions: [
        { gate: 'kill-switch', venue: 'BINANCE' },
        { gate: 'kill-switch', venue: 'BYBIT' },
        {
          gate: 'entry-net',
          ok: false,
          weight: 'soft',
          code: 'check_entry_net',
          venue: null,
          unit: 'bps',
          setting: 'min_entry_net_bps',
        },
        { gate: 'index-gap', ok: true },
      ],
      venues: [
        { venue: 'BINANCE', side: 'BUY', ok: true, gates: 1 },
        { venue: 'BYBIT', side: 'SELL', ok: true, gates: 1 },
      ],
      pair_id: 'BTCUSDT.PERP.BINANCE>BTCUSDT.PERP.BYBIT',
      expected: { entry_net_bps: 4.6128 },
    });
    expect(test.link.sent.map(({ name }) => name)).toEqual(['arb-preview', 'arb-why-not']);
    const [planned, judged] = test.link.sent.map(({ request }) => request as { readonly qtyBase: string | null });
    expect(judged?.qtyBase).toBe(planned?.qtyBase);
  });

  it('blocks by a gate of one leg, by a hard check, or by a plan that is refused', async () => {
    const blockedBy = async (plan: ReturnType<typeof buildArbPlan>, checks = [buildCheck({ ok: true })]) => {
      test.link.answer = (name) => (name === 'arb-preview' ? ok(plan) : ok(buildWhyNot({ checks })));
      const { verdict, decisions } = (await post(PRECHECK, body)).json();
      const failed = decisions.filter(({ ok: isOk }: { ok: boolean }) => !isOk);
      return [verdict, failed.map(({ gate }: { gate: string }) => gate)];
    };
    const gates = [
      { ...PASS, leg: 'buy' as const },
      { ...BLOCK, leg: 'sell' as const },
    ];
    expect(await blockedBy(buildArbPlan({ isAllowed: false, gates }))).toEqual(['BLOCK', ['free-margin']]);
    expect(await blockedBy(buildArbPlan({ isAllowed: false, refusal: 'RISK_NO_EDGE ends at -3 bps' }))).toEqual([
      'BLOCK',
      ['pair'],
    ]);
    const hard = buildCheck({ check: 'book-age-buy', weight: 'hard' });
    expect(await blockedBy(buildArbPlan(), [hard])).toEqual(['BLOCK', ['book-age-buy']]);
  });

  it('answers BLOCK with what each venue says where there is no pair', async () => {
    test.link.answer = (name) =>
      name === 'precheck'
        ? ok({ isAllowed: true, suggestedQtyBase: '0.002', decisions: [{ ...PASS, venue: 'BINANCE' }] })
        : err(domainError('INSTRUMENT_UNKNOWN', 'no pair of BTCUSDT', { outcome: 'not-sent' }));
    const answer = await post(PRECHECK, body);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      {
        ok: false,
        verdict: 'BLOCK',
        pair_id: null,
        venues: [
          { venue: 'BINANCE', ok: true },
          { venue: 'BYBIT', ok: false },
        ],
      },
    ]);
    expect(answer.json().decisions.at(-1)).toMatchObject({
      gate: 'pair',
      ok: false,
      code: 'instrument_unknown',
      detail: 'Unknown symbol: no pair of BTCUSDT',
    });
  });

  it('gives no verdict while the engine can not be asked', async () => {
    test.link.setConnected(false);
    expect((await post(PRECHECK, body)).statusCode).toBe(503);
  });
});

import { describe, expect, it } from 'vitest';
import { Health } from '@riptide/contracts';
import { buildArbitrage, buildArbLearner } from '../../link/arbitrage-values.fixture.ts';
import { buildTradingState } from '../../link/trading-values.fixture.ts';
import { buildEngineView } from '../../link/sniping-values.fixture.ts';
import { fillTestArbitrage } from '../fill-test-arbitrage.fixture.ts';
import { fillTestEngine } from '../fill-test-engine.fixture.ts';
import { fillTestSniping } from '../fill-test-sniping.fixture.ts';
import { eachTestApp } from './each-test-app.fixture.ts';

const { test, get } = eachTestApp(fillTestEngine, fillTestSniping, fillTestArbitrage);
const health = async (url = '/api/health'): Promise<Health> => Health.parse((await get(url)).json());

describe('GET /api/health', () => {
  it('is the same as /api/trading/health, and healthy while everything stands', async () => {
    const answer = await health();
    expect([answer.overall_status, answer.reasons, answer.version]).toEqual(['healthy', [], '2.0.0']);
    expect(await health('/api/trading/health')).toEqual(answer);
  });

  it('says of each learning agent whether it runs, and why not', async () => {
    const settings = { ...buildArbitrage().settings, isLearning: true };
    const arbitrage = (isRunning: boolean, isFrozen = false) =>
      test.link.update([
        'arbitrage',
        'state',
        buildArbitrage({ settings, learner: buildArbLearner({ isRunning, isFrozen }) }),
      ]);
    arbitrage(false);
    expect((await health()).learning_agents).toEqual({
      oraculis: { running: false, reason: 'Never started' },
      arbitrage: { running: false, reason: 'The scanner is stopped' },
    });
    arbitrage(true);
    test.link.update(['engine-run', 'oraculis', buildEngineView('oraculis', { isRunning: true, sinceMs: 1 })]);
    expect((await health()).learning_agents).toEqual({
      oraculis: { running: true, reason: null },
      arbitrage: { running: true, reason: null },
    });
    arbitrage(true, true);
    const stopped = { isRunning: false, sinceMs: 1, reason: 'kill switch' };
    test.link.update(['engine-run', 'oraculis', buildEngineView('oraculis', stopped)]);
    expect((await health()).learning_agents).toEqual({
      oraculis: { running: false, reason: 'Stopped: kill switch' },
      arbitrage: { running: true, reason: 'Frozen: it predicts and learns nothing more' },
    });
    test.link.update(['arbitrage', 'state', buildArbitrage({ settings: { ...settings, isLearning: false } })]);
    expect((await health()).learning_agents.arbitrage.reason).toMatch(/switched off/);
    test.link.setConnected(false);
    expect((await health()).learning_agents.oraculis).toEqual({ running: false, reason: 'The engine does not answer' });
  });

  it('is degraded while the flight recorder stands still, and says why', async () => {
    const counts = { segments: 1, bytes: 9, deleted: 0, writtenBytes: 9, dropped: 1, failures: 1 };
    const engine = test.link.values('engine').get('state');
    if (engine === undefined) throw new Error('no engine was filled in');
    test.link.update(['engine', 'state', { ...engine, flight: { ...counts, reason: 'ENOSPC: no space left' } }]);
    const answer = await health();
    expect([answer.overall_status, answer.reasons]).toEqual([
      'degraded',
      ['the flight recorder keeps no market: ENOSPC: no space left'],
    ]);
    test.link.update(['engine', 'state', { ...engine, flight: { ...counts, reason: null } }]);
    expect((await health()).overall_status).toBe('healthy');
  });

  it('names whatever refuses new risk: a fault makes it unhealthy, a limit or a wish degraded', async () => {
    const halt = { gate: 'loss-streak', venue: null, mode: 'live', severity: 'halt', text: 'halted' } as const;
    const state = buildTradingState({ blocks: [halt] });
    test.link.update(['trading', 'state', state]);
    const degraded = await health();
    expect([degraded.overall_status, degraded.reasons, degraded.risk_blocks]).toEqual([
      'degraded',
      ['new risk is refused in live: loss-streak: halted'],
      [halt],
    ]);
    const missing = { gate: 'account', venue: 'OKX', mode: 'live', severity: 'fault', text: 'no key' } as const;
    test.link.update(['arbitrage', 'state', buildArbitrage({ blocks: [missing] })]);
    expect(await health()).toMatchObject({
      overall_status: 'unhealthy',
      reasons: [
        'new risk is refused at OKX in live: account: no key',
        'new risk is refused in live: loss-streak: halted',
      ],
    });
  });

  it('is unhealthy while records do not reach the database', async () => {
    const engine = { startedMs: 1_799_999_990_000, symbols: 1, books: 5, lateBatches: 0, rssBytes: 1 };
    const history = { lastSeq: 9, behind: 7, failures: 3, reason: 'the disk is full' };
    test.link.update(['engine', 'state', { ...engine, eventLoopDelayMsMax: 1, history }]);
    const { overall_status: status, reasons } = await health();
    expect([status, reasons]).toEqual([
      'unhealthy',
      ['records do not reach the database: the disk is full (7 behind)'],
    ]);
  });
});

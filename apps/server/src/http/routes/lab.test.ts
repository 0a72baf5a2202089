import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { domainError, err, ok } from '@riptide/core/domain';
import { DEFAULT_PAS_SETTINGS, Oraculis, settingsHash } from '@riptide/core/strategies';
import { buildDetail, buildEngineView, buildSniping, buildVerdict } from '../../link/sniping-values.fixture.ts';
import { answerTestCall } from '../answer-test-calls.fixture.ts';
import { fillTestEngine } from '../fill-test-engine.fixture.ts';
import { fillTestSniping } from '../fill-test-sniping.fixture.ts';
import { startTestApp, type TestApp } from '../start-test-app.fixture.ts';
import { callsOf } from './calls.fixture.ts';

const AT_MS = 1_800_000_000_000;
const JOB = {
  jobId: 'L1',
  wish: { strategy: 'pas-trader', settings: {}, seed: 1 },
  state: 'running',
  startedMs: AT_MS,
  endedMs: null,
  error: null,
  outcome: null,
};

let test: TestApp;
let cookie = '';
beforeEach(async () => {
  test = await startTestApp();
  fillTestEngine(test);
  fillTestSniping(test);
  test.link.answer = answerTestCall;
  cookie = await test.unlock();
});
afterEach(() => test.close());

const get = (url: string) => callsOf(test, cookie).get(url);
const post = (url: string, payload: object = {}) => callsOf(test, cookie).post(url, payload);

describe('recordings', () => {
  it('are listed by venue, with what runs', async () => {
    const venue = {
      venue: 'OKX',
      segments: 2,
      bytes: 5_000,
      firstHour: '2026-11-28-07',
      lastHour: '2026-11-28-08',
      incomplete: 1,
    };
    const figures = { segments: 2, bytes: 5_000, dropped: 3, lastError: null };
    const recording = { isRecording: true, sinceMs: AT_MS, figures };
    test.link.answer = () => ok({ recording, recordings: [venue] });
    expect((await get('/api/lab/recordings')).json()).toMatchObject({
      recording: { active: true, since: 1_800_000_000, dropped: 3 },
      recordings: [{ venue: 'OKX', first_hour: '2026-11-28-07', last_hour: '2026-11-28-08', incomplete: 1 }],
    });
  });

  it('start and stop, and say when nothing changed', async () => {
    const recording = { isRecording: true, sinceMs: AT_MS, figures: null };
    test.link.answer = () => ok({ wasRecording: true, recording });
    expect((await post('/api/lab/record/start')).json()).toMatchObject({ already_running: true });
    expect((await post('/api/lab/record/stop')).json()).toMatchObject({ already_stopped: false });
    expect(test.link.sent.map(({ request }) => request)).toEqual([{ isOn: true }, { isOn: false }]);
  });
});

describe('verdicts', () => {
  it('are asked for with the settings of today', async () => {
    test.link.answer = () => ok(JOB);
    expect((await post('/api/lab/verdict', { subject: 'PAS_TRADER', seed: 9 })).json()).toMatchObject({
      job: { id: 'L1', strategy: 'pas_trader', state: 'running', outcome: null },
    });
    expect(test.link.sent.at(-1)).toMatchObject({
      name: 'lab-verdict',
      request: { strategy: 'pas-trader', seed: 9, settings: { ...DEFAULT_PAS_SETTINGS } },
    });
    await post('/api/lab/verdict', { subject: 'trigger' });
    expect(test.link.sent.at(-1)?.request).toEqual({ strategy: 'trigger', seed: 1, settings: {} });
    expect((await post('/api/lab/verdict', { subject: 'luck' })).json().fields).toHaveProperty('subject');
    expect((await post('/api/lab/verdict', { seed: -1 })).json().fields).toHaveProperty('seed');
  });

  it('are refused while the lab has enough to do', async () => {
    test.link.answer = () => err(domainError('ENGINE_BUSY', 'lab jobs=4'));
    const answer = await post('/api/lab/verdict');
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'conflict']);
  });

  it('of jobs are listed, and jobs stopped', async () => {
    test.link.answer = (name) => ok(name === 'lab-jobs' ? { jobs: [JOB] } : { job: null });
    expect((await get('/api/lab/jobs')).json()).toMatchObject({
      count: 1,
      jobs: [{ id: 'L1', started_at: 1_800_000_000 }],
    });
    expect((await post('/api/lab/jobs/L9/stop')).statusCode).toBe(404);
    test.link.answer = () => ok({ job: { ...JOB, state: 'stopped', endedMs: AT_MS } });
    expect((await post('/api/lab/jobs/L1/stop')).json().job).toMatchObject({ state: 'stopped' });
  });

  it('are void once the settings changed', async () => {
    const verdicts = [buildVerdict(), buildVerdict({ subject: 'oraculis', settingsHash: 'of-yesterday' })];
    const overrides = [{ subject: 'oraculis', by: 'operator', atMs: AT_MS, expiresMs: AT_MS + 7 * 86_400_000 }];
    test.link.update(['sniping', 'state', buildSniping({ verdicts, overrides })]);
    const answer = (await get('/api/lab/verdicts')).json();
    expect(answer.verdicts).toMatchObject([
      { subject: 'pas_trader', verdict: 'edge', edge_bps: 6.5, low_bps: 1.25, current: true, costs: null },
      { subject: 'oraculis', current: false },
    ]);
    expect(answer.verdicts[0].settings_hash).toBe(settingsHash(DEFAULT_PAS_SETTINGS));
    expect(answer.overrides).toEqual([
      { subject: 'oraculis', by: 'operator', at: 1_800_000_000, expires_at: 1_800_604_800, active: true },
    ]);
  });

  it('are overridden by the typed phrase alone', async () => {
    const word = { ok: true, detail: 'without a verdict, by the word of operator' };
    test.link.answer = () => ok(buildEngineView('oraculis', { verdict: word }));
    const wish = { subject: 'oraculis', phrase: 'TRADE WITHOUT VERDICT' };
    expect((await post('/api/lab/override', wish)).json()).toMatchObject({ subject: 'oraculis', verdict: word });
    expect((await post('/api/lab/override', { ...wish, days: 1 })).json().message).toMatch(/ for 1 day$/u);
    const count = test.link.sent.length;
    for (const bad of [
      { ...wish, phrase: 'trade without verdict' },
      { ...wish, subject: 'all' },
      { subject: 'oraculis' },
      { ...wish, days: 0 },
      { ...wish, days: 91 },
    ])
      expect((await post('/api/lab/override', bad)).statusCode).toBe(400);
    expect(test.link.sent).toHaveLength(count);
  });
});

describe('an override that is taken back', () => {
  it('is sent to the engine, and says whether one held', async () => {
    const verdict = { ok: false, detail: 'the lab has not judged this engine' };
    test.link.answer = () => ok({ view: buildEngineView('oraculis', { verdict }), isAlready: false });
    const url = '/api/lab/override';
    const remove = (payload: object) => test.app.inject({ method: 'DELETE', url, headers: { cookie }, payload });
    const answer = await remove({ subject: 'oraculis' });
    expect(answer.json()).toMatchObject({ subject: 'oraculis', already_ended: false, verdict });
    expect(test.link.sent.at(-1)).toMatchObject({ name: 'verdict-override-end' });
    expect((await remove({})).statusCode).toBe(400);
  });
});

describe('Oraculis', () => {
  const url = '/api/trading/engine/oraculis';
  const learner = new Oraculis();
  learner.learn(
    {
      ...(buildDetail().outcome as NonNullable<ReturnType<typeof buildDetail>['outcome']>),
      context: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    },
    AT_MS,
  );
  const saved: unknown = JSON.parse(JSON.stringify(learner.snapshot()));

  it('tells what it learnt', async () => {
    test.link.answer = (name) => (name === 'learner-state' ? ok({ learner: saved }) : answerTestCall(name));
    const answer = (await get('/api/trading/engine/ai_metrics')).json();
    const told = answer.learner;
    expect([answer.metrics.best_arm, told.best_arm]).toEqual(['fade-15-35x25-post', 'fade-15-35x25-post']);
    expect(told).toMatchObject({ decisions: 1, frozen: false, exploration_scale: 1, refused: [] });
    expect(told.arms).toContainEqual(
      expect.objectContaining({ arm: 'fade-15-35x25-post', outcomes: 1, last_reward_bps: 28.1235 }),
    );
  });

  it('is reset, frozen and made to explore', async () => {
    test.link.answer = () => ok({ learner: null });
    for (const what of ['reset', 'freeze', 'unfreeze']) {
      expect((await post(`${url}/${what}`)).json()).toMatchObject({ ok: true, learner: null });
      expect(test.link.sent.at(-1)?.request).toMatchObject({ change: { kind: what } });
    }
    expect((await post(`${url}/exploration`, { scale: 0 })).statusCode).toBe(200);
    expect(test.link.sent.at(-1)?.request).toMatchObject({ change: { kind: 'exploration', scale: 0 } });
    for (const scale of [-0.1, 10.1, 'much'])
      expect((await post(`${url}/exploration`, { scale })).json().fields).toHaveProperty('scale');
  });

  it('gives its policy away and takes one, a bad one refused by its fields', async () => {
    test.link.answer = () => ok({ learner: saved });
    const { policy } = (await get(`${url}/policy`)).json();
    expect(policy).toMatchObject({ kind: 'oraculis-policy', features: 10 });
    expect((await post(`${url}/policy`, { policy })).json()).toMatchObject({ message: 'The policy is in use' });
    const bad = await post(`${url}/policy`, { policy: { ...policy, version: 99 } });
    expect([bad.statusCode, Object.keys(bad.json().fields)]).toEqual([400, ['policy.version']]);
    expect((await post(`${url}/policy`, {})).json().fields).toHaveProperty('policy');
  });

  it('has a changed policy judged on the logged decisions', async () => {
    const context = [1, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    const detail = buildDetail({ context });
    const rows = [{ ...detail, outcome: detail.outcome === null ? null : { ...detail.outcome, context } }];
    test.link.answer = (name) => ok(name === 'learner-state' ? { learner: saved } : { rows, total: 1 });
    expect((await post(`${url}/evaluate`, { scale: 2 })).json().evaluation).toMatchObject({
      decisions: 1,
      left_out: 0,
      cascades: 1,
      verdict: 'too few',
      logged: { mean_bps: 28.1235, low_bps: null, high_bps: null },
    });
    expect((await post(`${url}/evaluate`, { policy: { version: 0 } })).statusCode).toBe(400);
  });
});

import type { AuditEvent, OraculisLearner } from '@riptide/contracts/calls';
import { describe, expect, it } from 'vitest';
import { parseAiSearch, withPart } from './ai-search.ts';
import { changesOf } from './changes.ts';
import {
  learningRate,
  learntWords,
  meanExploration,
  mostLikely,
  nothingLearnt,
} from '../../../shared/learner-figures.ts';
import { readPolicy } from './policy-file.ts';

const learner = (arms: readonly { readonly arm: string; readonly evidence: number; readonly best_chance: number }[]) =>
  ({ frozen: false, arms }) as unknown as OraculisLearner;

describe('the address of the learners', () => {
  it('keeps what it knows and writes no default', () => {
    const whole = {
      agent: 'arbitrage',
      window: '30',
      chart: 'regret',
      action: 'blocked',
      before: 'd1',
      decision: 'd2',
    };
    expect(parseAiSearch(whole)).toEqual(whole);
    expect(parseAiSearch({ agent: 'oraculis', window: '7', chart: 'x', action: 'bought', before: '../' })).toEqual({});
    expect(withPart({ action: 'traded', before: 'd1' }, { action: '', before: undefined })).toEqual({});
  });
});

describe('figures of the learner', () => {
  it('learns less from each outcome the more it knows, and nothing while frozen', () => {
    const knowing = learner([
      { arm: 'a', evidence: 1, best_chance: 0.2 },
      { arm: 'b', evidence: 3, best_chance: 0.7 },
      { arm: 'abstain', evidence: 0, best_chance: 0.9 },
    ]);
    expect(learningRate(knowing)).toBeCloseTo((1 / 2 + 1 / 4) / 2);
    expect(learningRate({ ...knowing, frozen: true })).toBe(0);
    expect(mostLikely(knowing)?.arm).toBe('b');
  });

  it('is unknown before the first outcome, not zero', () => {
    expect(learningRate(learner([]))).toBeNull();
    expect(mostLikely(learner([{ arm: 'abstain', evidence: 0, best_chance: 1 }]))).toBeNull();
    expect(meanExploration([{ decisions: 4, exploration: null }])).toBeNull();
  });

  it('tells what was decided from what was learnt of it', () => {
    expect(nothingLearnt(0)).toBe('No decisions yet');
    expect(nothingLearnt(undefined)).toBe('No decisions yet');
    expect(nothingLearnt(12)).toBe('No outcomes yet');
    expect(learntWords(0)).toBe('0 of 100 outcomes, intervals are wide');
  });

  it('weighs exploration by decisions', () => {
    expect(
      meanExploration([
        { decisions: 3, exploration: 0.1 },
        { decisions: 1, exploration: 0.5 },
      ]),
    ).toBeCloseTo(0.2);
  });
});

describe('what changed', () => {
  it('puts steps of people and drifts together, newest first, and leaves other events out', () => {
    const event = (id: number, name: string, payload: object): AuditEvent =>
      ({ id, created_ts: id, event: name, severity: 'INFO', symbol: null, venues: [], payload }) as AuditEvent;
    const rows = changesOf(
      [
        event(5, 'engine_run', { engine: 'oraculis', isRunning: true, reason: 'started by a person' }),
        event(9, 'learner_changed', { text: 'Oraculis learns no more' }),
        event(10, 'book_dark', {}),
      ],
      [{ timestamp: 7, decision: 40, arms: ['a', 'b'] }],
      (arm) => arm.toUpperCase(),
    );
    expect(rows.map(({ kind, text, auditId }) => [kind, text, auditId])).toEqual([
      ['learner', 'Oraculis learns no more', 9],
      ['drift', 'Rewards changed at decision 40: what was known of A, B counts less since', null],
      ['engine', 'Oraculis runs: started by a person', 5],
    ]);
  });
});

describe('a policy file', () => {
  it('is taken as an object, and anything else is refused in words', () => {
    expect(readPolicy('p.json', '{"arms":[]}')).toEqual({ name: 'p.json', policy: { arms: [] } });
    expect(readPolicy('p.json', '[1]')).toBe('p.json holds no policy.');
    expect(readPolicy('p.json', '{')).toMatch(/^p\.json can not be read/);
  });
});

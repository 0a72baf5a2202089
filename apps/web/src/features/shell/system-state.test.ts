import { describe, expect, it } from 'vitest';
import type { HealthFacts } from '../../shared/use-health.ts';
import { wordLearning, wordSystem } from './system-state.ts';

type VenueState = HealthFacts['venues'][number]['status'];

/** As much of a health answer as the words are made of. */
function buildHealth(
  states: readonly VenueState[],
  running: { readonly oraculis: boolean; readonly arbitrage: boolean },
): HealthFacts {
  return {
    overall_status: 'healthy',
    engine: { connected: true },
    venues: states.map((status) => ({ venue: 'OKX', status, reason: null })),
    learning_agents: { oraculis: { running: running.oraculis }, arbitrage: { running: running.arbitrage } },
  } as unknown as HealthFacts;
}

const BOTH = { oraculis: true, arbitrage: true };

describe('wordSystem', () => {
  it('says operational only when the engine and every venue are, and how many of them otherwise', () => {
    expect(wordSystem(buildHealth(['ok', 'ok', 'slow', 'ok'], BOTH), false)).toEqual({
      tone: 'ok',
      word: 'System Operational',
      detail: '4 of 4 venues',
      reasons: [],
    });
    expect(wordSystem(buildHealth(['ok', 'down', 'ok', 'ok'], BOTH), false)).toEqual({
      tone: 'warn',
      word: 'System Degraded',
      detail: '3 of 4 venues',
      reasons: ['OKX is down'],
    });
  });

  it('says why it is degraded while every venue answers: the cause alone in the line, every reason behind it', () => {
    const text = "the engine's loop was 1398 ms late";
    const health: HealthFacts = {
      ...buildHealth(['ok', 'ok'], BOTH),
      overall_status: 'unhealthy',
      reasons: [`new risk is refused: loop: ${text}`, 'records do not reach the database: disk full (3 behind)'],
      risk_blocks: [{ gate: 'loop', venue: null, mode: null, severity: 'fault', text }],
    };
    expect(wordSystem(health, false)).toEqual({
      tone: 'warn',
      word: 'System Degraded',
      detail: "The engine's loop was 1398 ms late",
      reasons: [
        "New risk is refused: loop: the engine's loop was 1398 ms late",
        'Records do not reach the database: disk full (3 behind)',
      ],
    });
  });

  it('calls learning active only while both agents run, and names the one that is off', () => {
    expect(wordLearning(buildHealth(['ok'], BOTH)).label).toBe('AI Learning Active');
    expect(wordLearning(buildHealth(['ok'], { ...BOTH, oraculis: false }))).toEqual({
      label: 'AI Learning Inactive',
      note: 'Oraculis is not running',
    });
  });

  it('says unknown while nothing is known, and never operational', () => {
    expect(wordSystem(undefined, false)).toMatchObject({ tone: 'off', word: 'System state unknown' });
    expect(wordLearning(undefined).label).toBe('AI Learning —');
  });

  it('says offline when the server can not be reached', () => {
    expect(wordSystem(undefined, true)).toMatchObject({ tone: 'danger', word: 'System Offline' });
  });
});

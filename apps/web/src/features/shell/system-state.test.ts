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
    venues: states.map((status) => ({ status })),
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
    });
    expect(wordSystem(buildHealth(['ok', 'down', 'ok', 'ok'], BOTH), false)).toEqual({
      tone: 'warn',
      word: 'System Degraded',
      detail: '3 of 4 venues',
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

import { describe, expect, it } from 'vitest';
import { wordLearning, wordSystem } from './system-state.ts';

describe('wordSystem', () => {
  it('says unknown while nothing is known, and never operational', () => {
    expect(wordSystem(undefined, false)).toMatchObject({ tone: 'off', word: 'System state unknown' });
    expect(wordLearning(undefined).label).toBe('AI Learning —');
  });

  it('says offline when the server can not be reached', () => {
    expect(wordSystem(undefined, true)).toMatchObject({ tone: 'danger', word: 'System Offline' });
  });
});

import { describe, expect, it } from 'vitest';
import { RegularBeat } from './regular-beat.ts';

const SILENCE_MS = 15_000;

function beats(...atMs: readonly number[]): RegularBeat {
  const beat = new RegularBeat(SILENCE_MS);
  for (const ms of atMs) beat.seen(ms);
  return beat;
}

describe('RegularBeat', () => {
  it('calls a rhythm that stopped a dead socket', () => {
    const beat = beats(0, 5_000, 10_000, 15_000);
    expect(beat.isStopped(30_000)).toBe(false);
    expect(beat.isStopped(30_001)).toBe(true);
  });

  it('never judges an account that is merely quiet, or one whose pushes come with its trades', () => {
    expect(beats().isStopped(1e9)).toBe(false);
    expect(beats(0, 5_000, 10_000).isStopped(1e9)).toBe(false);
    expect(beats(0, 5_000, 10_000, 10_200, 15_200, 60_000).isStopped(1e9)).toBe(false);
  });

  it('knows nothing of a new connection', () => {
    const beat = beats(0, 5_000, 10_000, 15_000);
    beat.restart();
    expect(beat.isStopped(1e9)).toBe(false);
  });
});

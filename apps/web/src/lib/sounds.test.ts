import { afterEach, describe, expect, it, vi } from 'vitest';
import { setPreferences } from './preferences.ts';
import { playSound } from './sounds.ts';

const started = vi.fn();

class FakeAudio {
  readonly currentTime = 0;
  readonly destination = {};
  createOscillator = () => ({
    frequency: { value: 0 },
    connect: () => ({ connect: () => {} }),
    start: started,
    stop: () => {},
  });
  createGain = () => ({ gain: { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} } });
}

afterEach(() => {
  vi.unstubAllGlobals();
  started.mockClear();
});

describe('playSound', () => {
  it('is silent until sounds are switched on, and for events that are switched off', () => {
    vi.stubGlobal('AudioContext', FakeAudio);
    playSound('fill');
    setPreferences({ sounds: 'on', soundFill: 'off' });
    playSound('fill');
    expect(started).not.toHaveBeenCalled();
    playSound('target');
    expect(started).toHaveBeenCalledTimes(2);
  });
});

import { describe, expect, it } from 'vitest';
import type { StreamState } from '../../lib/event-stream.ts';
import { wordConnection, type ConnectionFacts } from './connection.ts';

const NOW_MS = 10_000;
const OPEN: StreamState = {
  phase: 'open',
  retryAtMs: null,
  unreadable: 0,
  gaps: 0,
  reconnects: 0,
  silence: 'fresh',
  lastByteAtMs: 9900,
};
const WAITING: StreamState = { ...OPEN, phase: 'waiting', retryAtMs: 14_500, lastByteAtMs: 8000 };
const FACTS = { stream: OPEN, roundTripMs: 18.4, serverAnswers: true, probeProblem: null, nowMs: NOW_MS };

describe('wordConnection', () => {
  it.each<{ name: string; change: Partial<ConnectionFacts>; tone: string; word: string; detail: string }>([
    { name: 'open stream', change: {}, tone: 'ok', word: 'Connected', detail: '18 ms' },
    {
      name: 'open socket, no byte for 3 s',
      change: { stream: { ...OPEN, silence: 'quiet', lastByteAtMs: 7000 } },
      tone: 'warn',
      word: 'Reconnecting',
      detail: '(3 s)',
    },
    {
      name: 'open socket, no byte for 6 s',
      change: { stream: { ...OPEN, silence: 'lost', lastByteAtMs: 4000 } },
      tone: 'danger',
      word: 'Offline',
      detail: '(6 s)',
    },
    {
      name: 'stream delivers, probe does not come back',
      change: { roundTripMs: null, serverAnswers: false, probeProblem: 'no answer in 2 s' },
      tone: 'warn',
      word: 'Connected',
      detail: 'no answer in 2 s',
    },
    {
      name: 'lost stream, server answers',
      change: { stream: WAITING },
      tone: 'warn',
      word: 'Reconnecting',
      detail: '(2 s)',
    },
    {
      name: 'lost stream, server silent',
      change: { stream: WAITING, roundTripMs: null, serverAnswers: false },
      tone: 'danger',
      word: 'Offline',
      detail: '(2 s)',
    },
    {
      name: 'first attempt',
      change: { stream: { ...OPEN, phase: 'connecting' }, roundTripMs: null, serverAnswers: null },
      tone: 'off',
      word: 'Connecting',
      detail: '',
    },
  ])('$name', ({ change, tone, word, detail }) => {
    expect(wordConnection({ ...FACTS, ...change })).toMatchObject({ tone, word, detail });
  });

  it('tells when the next attempt is', () => {
    expect(wordConnection({ ...FACTS, stream: WAITING }).retryIn).toBe('5 s');
  });
});

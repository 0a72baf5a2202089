import { describe, expect, it } from 'vitest';
import type { StreamState } from '../../lib/event-stream.ts';
import { wordConnection } from './connection.ts';

const STREAM: StreamState = {
  phase: 'open',
  retryAtMs: null,
  unreadable: 0,
  gaps: 0,
  reconnects: 0,
  lastItemAtS: null,
};
const WAITING: StreamState = { ...STREAM, phase: 'waiting', retryAtMs: 14_500 };

describe('wordConnection', () => {
  it.each([
    {
      name: 'open stream',
      facts: { stream: STREAM, roundTripMs: 18.4, serverAnswers: true },
      word: 'Connected',
      detail: '18 ms',
    },
    {
      name: 'lost stream, server answers',
      facts: { stream: WAITING, roundTripMs: 18, serverAnswers: true },
      word: 'Reconnecting',
      detail: '5 s',
    },
    {
      name: 'lost stream, server silent',
      facts: { stream: WAITING, roundTripMs: null, serverAnswers: false },
      word: 'Offline',
      detail: '5 s',
    },
    {
      name: 'first attempt',
      facts: { stream: { ...STREAM, phase: 'connecting' as const }, roundTripMs: null, serverAnswers: null },
      word: 'Connecting',
      detail: '',
    },
  ])('$name', ({ facts, word, detail }) => {
    expect(wordConnection({ ...facts, nowMs: 10_000 })).toMatchObject({ word, detail });
  });
});

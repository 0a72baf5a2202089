import { beforeEach, describe, expect, it } from 'vitest';
import { EarlyAnswers } from './early-answers.ts';

const PATH = '/api/gate/status';

let asked: string[];
let ticksMs: number;
let answer: () => Promise<Response>;
let early: EarlyAnswers;
beforeEach(() => {
  asked = [];
  ticksMs = 100;
  answer = () => Promise.resolve(new Response('early'));
  early = new EarlyAnswers({
    fetch: (input) => {
      asked.push(String(input));
      return answer();
    },
    ticksMs: () => ticksMs,
  });
});

const text = async (init?: RequestInit): Promise<string> => (await early.fetch(PATH, init)).text();

describe('an early answer', () => {
  it('goes to the first call for its address, and to no other', async () => {
    void early.ask(PATH);
    answer = () => Promise.resolve(new Response('later'));
    expect(await text()).toBe('early');
    expect(await text()).toBe('later');
    expect(asked).toEqual([PATH, PATH]);
  });

  it('can be read by whoever asked ahead, too', async () => {
    const ahead = early.ask(PATH).then((response) => response.clone().text());
    expect(await text()).toBe('early');
    expect(await ahead).toBe('early');
  });

  it('is not given to a call that carries the token of an account', async () => {
    void early.ask(PATH);
    answer = () => Promise.resolve(new Response('of the account'));
    expect(await text({ headers: { authorization: 'Bearer t' } })).toBe('of the account');
  });

  it('is not given to a command', async () => {
    void early.ask(PATH);
    answer = () => Promise.resolve(new Response('done'));
    expect(await text({ method: 'POST', body: '{}' })).toBe('done');
  });

  it('is too old after five seconds', async () => {
    void early.ask(PATH);
    ticksMs += 5001;
    answer = () => Promise.resolve(new Response('anew'));
    expect(await text()).toBe('anew');
  });

  it('hands its failure to whoever takes it', async () => {
    answer = () => Promise.reject(new TypeError('refused'));
    early.ask(PATH).catch(() => {});
    await expect(text()).rejects.toThrow('refused');
  });

  it('does not outlast the patience of who takes it', async () => {
    answer = () => new Promise(() => {});
    void early.ask(PATH);
    const abort = new AbortController();
    const taken = text({ signal: abort.signal });
    abort.abort(new Error('too long'));
    await expect(taken).rejects.toThrow('too long');
  });

  it('counts from its asking to its coming, not to its being taken', async () => {
    const ahead = early.ask(PATH);
    ticksMs += 30;
    await ahead;
    await Promise.resolve();
    ticksMs += 400;
    expect(early.startedMs(PATH)).toBe(ticksMs - 30);
    await text();
    expect(early.startedMs(PATH)).toBeNull();
  });

  it('counts from its asking while it has not come', () => {
    answer = () => new Promise(() => {});
    void early.ask(PATH);
    ticksMs += 400;
    expect(early.startedMs(PATH)).toBe(100);
  });

  it('is what the page asked by itself, with the times of then, and is not asked for again', async () => {
    const response = Promise.resolve(new Response('of the page'));
    early = new EarlyAnswers({
      fetch: () => Promise.reject(new Error('asked twice')),
      ticksMs: () => ticksMs,
      first: { path: PATH, askedMs: 20, tookMs: 30, response },
    });
    expect(early.startedMs(PATH)).toBe(ticksMs - 30);
    const ahead = early.ask(PATH).then((answer) => answer.clone().text());
    expect(await text()).toBe('of the page');
    expect(await ahead).toBe('of the page');
  });
});

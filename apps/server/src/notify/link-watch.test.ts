import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { VirtualClock } from '@riptide/core/kernel';
import { FakeEngineLink } from '../link/fake-engine-link.fixture.ts';
import { buildVenue } from '../link/link-values.fixture.ts';
import { buildAccount, buildTradingState } from '../link/trading-values.fixture.ts';
import { LinkWatch } from './link-watch.ts';
import type { Notice } from './notice.ts';

let clock: VirtualClock;
let link: FakeEngineLink;
let watch: LinkWatch;
const told: Notice[] = [];
const audited: unknown[] = [];
const audit = (event: string, data: object): void => void audited.push([event, data]);
beforeEach(() => {
  told.length = 0;
  audited.length = 0;
  clock = new VirtualClock(1_800_000_000_000);
  link = new FakeEngineLink();
  watch = new LinkWatch({ link, clock, market: 'sim', accept: (notices) => void told.push(...notices), audit });
});
afterEach(() => watch.close());

const on = () => told.filter(({ edge }) => edge?.isOn === true).map(({ severity, title }) => [severity, title]);

describe('LinkWatch', () => {
  it('alerts when the engine has been silent for more than 10 s, whether it ever spoke or not, and when it is back', () => {
    link.isConnected = false;
    clock.advance(10_000);
    expect(on()).toEqual([]);
    clock.advance(1_000);
    expect(on()).toEqual([['CRITICAL', 'The engine is silent']]);
    clock.advance(60_000);
    expect(on()).toHaveLength(1);
    link.isConnected = true;
    link.lastHeardMs = clock.nowMs();
    clock.advance(1_000);
    expect(told.filter(({ title }) => title === 'The engine is back').map(({ edge }) => edge)).toEqual([
      { key: 'engine-silent', isOn: false },
      { key: 'engine-silent', isOn: false },
    ]);
  });

  it('keeps in the audit that the engine was lost and for how long, and nothing before it was there', () => {
    link.isConnected = false;
    clock.advance(5_000);
    link.isConnected = true;
    clock.advance(1_000);
    expect(audited).toEqual([]);
    link.isConnected = false;
    clock.advance(7_000);
    link.isConnected = true;
    clock.advance(2_000);
    expect(audited).toEqual([
      ['engine_lost', {}],
      ['engine_back', { gone_seconds: 7 }],
    ]);
  });

  it('alerts on an engine that is connected and says nothing', () => {
    link.lastHeardMs = clock.nowMs();
    clock.advance(12_000);
    expect(on()).toEqual([['CRITICAL', 'The engine is silent']]);
  });

  it('tells of a venue that stays down for 10 s, not of one that connects again sooner, and that it is back when it stays up for 30 s', () => {
    const line = buildVenue('OKX');
    const [connection] = line.feed?.connections ?? [];
    if (connection === undefined || line.feed === null) throw new Error('Invariant: the fixture has a connection');
    const feed = line.feed;
    const open = { ...line, feed: { ...feed, connections: [{ ...connection, lastDataMs: clock.nowMs() + 60_000 }] } };
    const lost = { ...connection, state: 'waiting', lastCloseReason: 'reset' } as const;
    const down = { ...line, feed: { ...feed, connections: [lost] } };
    const beat = (seconds: number): void => {
      for (let i = 0; i < seconds; i += 1) {
        link.lastHeardMs = clock.nowMs();
        clock.advance(1_000);
      }
    };
    link.update(['venue', 'OKX', down]);
    beat(9);
    link.update(['venue', 'OKX', open]);
    beat(1);
    link.update(['venue', 'OKX', down]);
    beat(9);
    expect(on()).toEqual([]);
    beat(3);
    expect(on()).toEqual([['ERROR', 'OKX is down']]);
    const back = () => told.filter(({ title }) => title === 'OKX is back').slice(1);
    for (let times = 0; times < 4; times += 1) {
      link.update([
        'venue',
        'OKX',
        { ...open, feed: { ...feed, connections: [{ ...connection, lastDataMs: clock.nowMs() + 90_000 }] } },
      ]);
      beat(25);
      link.update(['venue', 'OKX', down]);
      beat(15);
    }
    expect(on()).toHaveLength(1);
    expect(back()).toEqual([]);
    link.update([
      'venue',
      'OKX',
      { ...open, feed: { ...feed, connections: [{ ...connection, lastDataMs: clock.nowMs() + 90_000 }] } },
    ]);
    beat(32);
    expect(back()).toHaveLength(1);
  });

  it('tells of a key that a venue refuses', () => {
    link.lastHeardMs = clock.nowMs();
    const account = buildAccount('BYBIT', 'live', { keyCheck: 'failed', lastErrorCode: 'CREDENTIALS_INVALID' });
    link.update(['account', account.account, account]);
    clock.advance(1_000);
    expect(on()).toEqual([['ERROR', 'BYBIT refuses the key']]);
    expect(told.find(({ edge }) => edge?.isOn)?.body).toContain('CREDENTIALS_INVALID');
  });

  it('tells that the journal can not be written, which no record can tell, and when it is again', () => {
    const fail = (failures: number): void =>
      link.update(['trading', 'state', buildTradingState({ journal: { records: 1, failures, lastSeq: 1 } })]);
    const journal = (): unknown[] =>
      told.filter(({ edge }) => edge?.key === 'journal-failing').map(({ edge }) => edge?.isOn);
    fail(0);
    clock.advance(2_000);
    fail(3);
    clock.advance(20_000);
    expect(on()).toEqual([['CRITICAL', 'The journal can not be written']]);
    fail(4);
    clock.advance(29_000);
    expect(journal()).toEqual([false, true]);
    clock.advance(2_000);
    expect(journal()).toEqual([false, true, false]);
  });
});

import { describe, expect, it } from 'vitest';
import { domainError, err, ok, type Instrument } from '@riptide/core/domain';
import type { HotCommand } from '@riptide/core/engine';
import { silentLog, VirtualClock } from '@riptide/core/kernel';
import { FakeReference } from './fake-venue.fixture.ts';
import { keepFollowable } from './keep-followable.ts';
import { ListingWatch } from './listing-watch.ts';

const PERIOD_MS = 120_000;

function watching() {
  const clock = new VirtualClock(1_800_000_000_000);
  const commands: HotCommand[] = [];
  const confirmed: HotCommand[] = [];
  const lists: (readonly Instrument[])[] = [];
  const watch = new ListingWatch({
    clock,
    log: silentLog(),
    command: (command) => void (command.kind === 'confirm-trading' ? confirmed : commands).push(command),
    onListed: (_, instruments) => void lists.push(instruments),
  });
  const okx = new FakeReference('OKX');
  const listed = okx.instruments.ok ? okx.instruments.value : [];
  const other = new FakeReference('BYBIT');
  const followed = [...(other.instruments.ok ? other.instruments.value : []), ...listed];
  watch.addVenue(okx);
  watch.setFollowed(followed);
  const period = async (): Promise<void> => {
    clock.advance(PERIOD_MS);
    for (let i = 0; i < 10; i += 1) await Promise.resolve();
  };
  return { watch, okx, listed, followed, commands, confirmed, lists, clock, period };
}

describe('ListingWatch', () => {
  it('tells a halt and its end once each, by the index in the hot thread', async () => {
    const { okx, listed, commands, lists, period } = watching();
    const [spot, perp] = listed as [Instrument, Instrument];
    await period();
    expect(commands).toEqual([]);
    okx.instruments = ok([spot, { ...perp, isTrading: false }]);
    await period();
    await period();
    expect(commands).toEqual([{ kind: 'set-trading', ix: 3, isTrading: false }]);
    okx.instruments = ok(listed);
    await period();
    expect(commands.slice(1)).toEqual([{ kind: 'set-trading', ix: 3, isTrading: true }]);
    expect(lists.length).toBe(4);
  });

  it('repeats what still trades: a pushed halt may have ended unseen', async () => {
    const { okx, listed, confirmed, period } = watching();
    const [spot, perp] = listed as [Instrument, Instrument];
    okx.instruments = ok([spot, { ...perp, isTrading: false }]);
    await period();
    expect(confirmed).toEqual([{ kind: 'confirm-trading', ix: 2 }]);
  });

  it('reads a list as often as its venue needs it', async () => {
    const { okx, clock } = watching();
    Object.assign(okx, { listEveryMs: 20_000 });
    for (let second = 0; second < 60; second += 1) {
      clock.advance(1_000);
      for (let i = 0; i < 10; i += 1) await Promise.resolve();
    }
    expect(okx.asked.instruments).toBe(3);
  });

  it('takes what is not listed any more as halted', async () => {
    const { okx, listed, commands, period } = watching();
    okx.instruments = ok(listed.slice(0, 1));
    await period();
    expect(commands).toEqual([{ kind: 'set-trading', ix: 3, isTrading: false }]);
  });

  it('believes neither a failure nor a list that lost most of its instruments', async () => {
    const { okx, commands, lists, period } = watching();
    okx.instruments = ok([]);
    await period();
    okx.instruments = err(domainError('VENUE_UNREACHABLE', 'x'));
    await period();
    expect(commands).toEqual([]);
    expect(lists).toEqual([]);
  });

  it('tells a hot thread that begins anew what is halted', async () => {
    const { watch, okx, listed, followed, commands, period } = watching();
    const [spot, perp] = listed as [Instrument, Instrument];
    okx.instruments = ok([spot, { ...perp, isTrading: false }]);
    await period();
    watch.setFollowed(followed.toReversed());
    expect(commands.slice(1)).toEqual([{ kind: 'set-trading', ix: 0, isTrading: false }]);
  });

  it('is silent after its end', async () => {
    const { watch, okx, commands, period } = watching();
    watch.stop();
    okx.instruments = ok([]);
    await period();
    expect([okx.asked.instruments, commands.length]).toEqual([0, 0]);
  });
});

describe('keepFollowable', () => {
  it('keeps what traded before, halted or gone, and takes everything else as listed', () => {
    const before = new FakeReference('OKX').instruments;
    const [spot, perp] = (before.ok ? before.value : []) as [Instrument, Instrument];
    const fresh = { ...spot, id: 'ETHUSDT.SPOT.OKX' as const, isTrading: false };
    const kept = keepFollowable([spot, perp], [{ ...spot, isTrading: false, pxTick: '0.5' }, fresh]);
    expect(kept).toEqual([{ ...spot, pxTick: '0.5' }, fresh, perp]);
    expect(keepFollowable([{ ...spot, isTrading: false }], [])).toEqual([]);
  });
});

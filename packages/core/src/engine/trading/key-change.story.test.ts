import { beforeEach, describe, expect, it } from 'vitest';
import {
  domainError,
  err,
  ok,
  type AccountKey,
  type KeyReport,
  type Result,
  type VenueKey,
} from '../../domain/index.ts';
import type { DomainError } from '../../domain/index.ts';
import { CoreWorld, LiveVenue, T0 } from './core-world.fixture.ts';

const LIVE: AccountKey = 'BINANCE:live';
const key = (apiKey: string, savedMs: number): VenueKey => ({ apiKey, apiSecret: 's', passphrase: null, savedMs });
const FIRST = key('first', T0);
const OTHER = key('other', T0 + 1);

/** BINANCE with two accounts, each behind its own keys. */
class Exchange {
  readonly accounts = new Map<string, LiveVenue>();
  refusal: DomainError | null = null;

  client(savedKey: VenueKey): LiveVenue {
    const venue = new LiveVenue();
    const tell = venue.probeKey.bind(venue);
    venue.probeKey = async (): Promise<Result<KeyReport, DomainError>> => {
      if (this.refusal !== null) return err(this.refusal);
      const probed = await tell();
      return probed.ok ? ok({ ...probed.value, accountId: savedKey.apiKey }) : probed;
    };
    const known = this.accounts.get(savedKey.apiKey);
    if (known !== undefined) {
      venue.balanceList = known.balanceList;
      venue.positionList = known.positionList;
      venue.fillList.push(...known.fillList);
      for (const [id, report] of known.orders) venue.orders.set(id, report);
    }
    this.accounts.set(savedKey.apiKey, venue);
    return venue;
  }
}

let world: CoreWorld;
let exchange: Exchange;

function start(first: VenueKey = FIRST) {
  return world.start({
    execution: 'live',
    keys: { BINANCE: first },
    createLiveClient: (_venue, savedKey) => exchange.client(savedKey),
  });
}
const account = () =>
  world
    .running()
    .view()
    .accounts.find((view) => view.account === LIVE);
const setKey = (wanted: VenueKey | null, isForgotten = false) =>
  world.during(world.running().call('set-key', { venue: 'BINANCE', key: wanted, isForgotten }));
const otherHolds = (usdt: string) => {
  const venue = exchange.client(OTHER);
  venue.balanceList = [
    { scope: 'futures', asset: 'USDT', total: usdt, free: usdt, locked: '0', borrowed: '0', updatedMs: T0 },
  ];
};

beforeEach(() => {
  world = new CoreWorld();
  exchange = new Exchange();
});

describe('a key for another account', () => {
  it('shows that account only, and nothing before its venue has answered', async () => {
    await start();
    expect(account()).toMatchObject({ keySavedMs: T0, keyCheck: 'answered', equityUsd: '10000' });
    otherHolds('5000');
    exchange.refusal = domainError('VENUE_TIMEOUT', 'x', { outcome: 'unknown' });
    await setKey(OTHER);
    expect(account()).toMatchObject({
      keySavedMs: T0 + 1,
      keyCheck: 'failed',
      key: null,
      balances: [],
      equityUsd: null,
      lastErrorCode: 'VENUE_TIMEOUT',
      stream: { isLive: false },
    });
    exchange.refusal = null;
    await world.pass(70_000);
    expect(account()).toMatchObject({ keyCheck: 'answered', equityUsd: '5000', lastErrorCode: null });
  });

  it('begins new books: nothing of the former account is a transfer or a result of the new one', async () => {
    const core = await start();
    await world.trade();
    await world.during(core.call('close-all', { by: 'operator' }));
    await world.pass(2_000);
    expect(core.view().positions).toEqual([]);
    otherHolds('5000');
    expect(await setKey(OTHER)).toMatchObject({ ok: true, value: { isConnected: true } });
    await world.pass(10_000);
    expect(account()).toMatchObject({ equityUsd: '5000', realisedGrossUsd: '0', feesUsd: '0' });
    expect(world.journal.records.filter(({ kind }) => kind === 'account-owner')).toMatchObject([
      { venueAccountId: 'first', archives: false },
      { venueAccountId: 'other', archives: true },
    ]);
    expect(world.journal.records.filter(({ kind }) => kind === 'income')).toEqual([]);
    expect(world.journal.records).toContainEqual(expect.objectContaining({ event: 'account_exchanged' }));
    await world.stop();
    await start(OTHER);
    expect(account()).toMatchObject({ equityUsd: '5000', realisedGrossUsd: '0', feesUsd: '0' });
    expect(world.journal.records.filter(({ kind }) => kind === 'account-owner')).toHaveLength(2);
  });

  it('is refused while the former one holds a position, which stays watched', async () => {
    const core = await start();
    await world.trade();
    await world.pass(2_000);
    otherHolds('5000');
    const refused = await setKey(OTHER);
    expect(refused).toMatchObject({ ok: false, error: { code: 'ACCOUNT_IN_USE' } });
    expect(refused.ok ? '' : refused.error.detail).toContain('BTCUSDT');
    expect(account()).toMatchObject({ keySavedMs: T0, stream: { isLive: true } });
    expect(core.view().positions).toMatchObject([{ stopPx: '58800.5' }]);
  });

  it('is taken with a position left behind when a person took the former key away', async () => {
    await start();
    await world.trade();
    await world.pass(2_000);
    await setKey(null, true);
    otherHolds('5000');
    expect(await setKey(OTHER)).toMatchObject({ ok: true });
    await world.pass(2_000);
    expect(world.running().view()).toMatchObject({ positions: [], orders: [] });
    expect(world.journal.records).toContainEqual(
      expect.objectContaining({ event: 'account_exchanged', severity: 'CRITICAL' }),
    );
  });
});

describe('another key of the same account', () => {
  it('is taken with a position open, and keeps its books', async () => {
    const core = await start();
    await world.trade();
    await world.pass(2_000);
    expect(await setKey({ ...FIRST, savedMs: T0 + 9 })).toMatchObject({ ok: true });
    await world.pass(3_000);
    expect(account()).toMatchObject({ keySavedMs: T0 + 9 });
    expect(core.view().positions).toMatchObject([{ stopPx: '58800.5' }]);
  });

  it('is refused with a position open while the venue does not know it', async () => {
    await start();
    await world.trade();
    exchange.refusal = domainError('CREDENTIALS_INVALID', 'x');
    expect(await setKey({ ...FIRST, savedMs: T0 + 9 })).toMatchObject({ ok: false, error: { code: 'ACCOUNT_IN_USE' } });
    expect(account()).toMatchObject({ keySavedMs: T0, stream: { isLive: true } });
  });
});

describe('a start', () => {
  it('does not wait for the probe of a key that was proven before', async () => {
    await start();
    await world.stop();
    exchange.refusal = domainError('VENUE_TIMEOUT', 'x', { outcome: 'unknown' });
    await start();
    expect(account()).toMatchObject({ stream: { isLive: true }, equityUsd: '10000', keyCheck: 'failed' });
  });

  it('tells what a key may do that is not in use, and leaves the one in use alone', async () => {
    await start();
    const before = account();
    const tried = await world.during(world.running().call('try-key', { venue: 'BINANCE', key: OTHER }));
    expect(tried).toMatchObject({ ok: true, value: { accountId: 'other' } });
    expect(account()?.keySavedMs).toBe(before?.keySavedMs);
    exchange.refusal = domainError('CREDENTIALS_INVALID', 'code=-2015');
    expect(await world.during(world.running().call('try-key', { venue: 'BINANCE', key: OTHER }))).toMatchObject({
      ok: false,
      error: { code: 'CREDENTIALS_INVALID' },
    });
  });
});

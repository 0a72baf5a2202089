import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  domainError,
  err,
  ok,
  type DomainError,
  type Instrument,
  type InstrumentModes,
  type Result,
} from '../../domain/index.ts';
import { CoreWorld, LIVE_KEYS, LiveVenue } from './core-world.fixture.ts';

type Modes = Omit<InstrumentModes, 'instrumentId'>;

/** A venue whose modes a test sets, and that counts how often it was asked for them. */
class ModesVenue extends LiveVenue {
  told: Modes | DomainError = { leverage: 20, marginMode: 'cross', positionMode: 'hedge' };
  reads = 0;

  override readModes(instrument: Instrument): Promise<Result<InstrumentModes, DomainError>> {
    this.reads += 1;
    const { told } = this;
    return Promise.resolve('code' in told ? err(told) : ok({ instrumentId: instrument.id, ...told }));
  }
}

describe('the modes of a perp', () => {
  let world: CoreWorld;
  let venue: ModesVenue;

  beforeEach(async () => {
    world = new CoreWorld();
    venue = new ModesVenue();
    await world.start({ market: 'live', execution: 'live', keys: LIVE_KEYS, createLiveClient: () => venue });
  });
  afterEach(() => world.stop());

  const goLive = () =>
    world.during(
      world
        .running()
        .call('set-execution', { venue: 'BINANCE', mode: 'live', confirmation: 'GO LIVE BINANCE', by: 'operator' }),
    );
  const read = (symbol = 'BTCUSDT') => world.during(world.running().call('read-modes', { venue: 'BINANCE', symbol }));

  it('are those that the venue tells of the account orders go to, not those orders would use', async () => {
    await goLive();
    expect(await read()).toEqual({
      ok: true,
      value: { leverage: 20, marginMode: 'cross', positionMode: 'hedge' },
    });
  });

  it('are those of the paper account while orders stay on paper: the venue is not asked', async () => {
    const before = venue.reads;
    const answer = await read();
    expect(answer).toMatchObject({ ok: true, value: { marginMode: 'isolated', positionMode: 'one-way' } });
    expect(venue.reads).toBe(before);
  });

  it('are asked once a minute at most, and then told anew', async () => {
    await goLive();
    await read();
    const { reads } = venue;
    venue.told = { leverage: 5, marginMode: 'isolated', positionMode: 'one-way' };
    expect(await read()).toMatchObject({ ok: true, value: { leverage: 20 } });
    expect(venue.reads).toBe(reads);
    await world.pass(61_000);
    expect(await read()).toEqual({
      ok: true,
      value: { leverage: 5, marginMode: 'isolated', positionMode: 'one-way' },
    });
  });

  it('are not known once a reading failed: the reason is told instead of what was true before', async () => {
    await goLive();
    await read();
    venue.told = domainError('VENUE_UNREACHABLE', 'no answer');
    await world.pass(61_000);
    expect(await read()).toMatchObject({ ok: false, error: { code: 'VENUE_UNREACHABLE' } });
  });

  it('of a symbol that the venue does not list are refused', async () => {
    expect(await read('NOPEUSDT')).toMatchObject({ ok: false, error: { code: 'INSTRUMENT_UNKNOWN' } });
  });
});

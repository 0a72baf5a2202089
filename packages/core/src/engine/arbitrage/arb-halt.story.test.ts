import { beforeEach, describe, expect, it } from 'vitest';
import { ArbWorld, PAIR, wish } from './arb-world.fixture.ts';

const LIST_READ_MS = 150_000;
let world: ArbWorld;

beforeEach(async () => {
  world = new ArbWorld();
  await world.start();
});

/** Time goes by, and only the books of one venue are told again. */
function standStill(at: 0 | 1, ms: number): void {
  world.clock.advance(ms);
  world.show(at === 0 ? 1 : 0, at === 0 ? 60_300 : 60_000);
}

describe('a book that stands still', () => {
  it.each([
    [0, 'BINANCE'],
    [1, 'BYBIT'],
  ] as const)('opens no trade long before it is old to look at: leg %i', async (at, venue) => {
    await world.call('arb-preview', wish());
    standStill(at, 800);
    const refusal = {
      code: 'RISK_BOOK_STALE',
      detail: expect.stringMatching(`the book of BTCUSDT.PERP.${venue} is \\d+ ms old`),
    };
    expect(await world.execute()).toMatchObject({ ok: false, error: refusal });
    expect(world.hasTrade()).toBe(false);
  });

  it('opens one within the bound of the settings', async () => {
    await world.call('arb-settings', { value: { maxSendBookAgeMs: 1_000 }, by: 'operator' });
    await world.call('arb-preview', wish());
    standStill(0, 800);
    expect(await world.execute()).toMatchObject({ ok: true });
  });
});

describe('an order that is refused as halted', () => {
  const isTrading = () => world.instruments.map((_, ix) => world.engine.store.isTrading(ix));
  const perpIx = () => world.instruments.findIndex(({ id }) => id === PAIR.split('>')[1]);

  beforeEach(async () => {
    await world.call('arb-settings', { value: { failureCooldownMs: 0, pairCooldownMs: 0 }, by: 'operator' });
    world.venues[1].faultOf = ({ isReduceOnly }) =>
      isReduceOnly ? null : { kind: 'reject', code: 'INSTRUMENT_HALTED' };
    await world.execute();
    await world.settle(5_000);
    world.venues[1].faultOf = () => null;
  });

  it('keeps its instrument from trading at once, until the list must have been read', async () => {
    expect(isTrading().filter((flag) => !flag)).toHaveLength(1);
    expect(isTrading()[perpIx()]).toBe(false);
    expect(world.engine.scanner.priceNow(PAIR, {}, world.clock.nowMs())?.policy).toBe('blocked');
    const again = await world.execute();
    expect(again).toMatchObject({ ok: false, error: { code: 'INSTRUMENT_HALTED' } });
    await world.pass(LIST_READ_MS);
    expect(isTrading().every(Boolean)).toBe(true);
  });

  it('stays halted where the list says so too', async () => {
    world.engine.command({ kind: 'set-trading', ix: perpIx(), isTrading: false });
    await world.pass(2 * LIST_READ_MS);
    expect(isTrading()[perpIx()]).toBe(false);
    world.engine.command({ kind: 'set-trading', ix: perpIx(), isTrading: true });
    expect(isTrading().every(Boolean)).toBe(true);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { buildInstrument } from '../../domain/build-instrument.fixture.ts';
import { decimal, type PlaceOrder } from '../../domain/index.ts';
import type { TradingCalls } from '../trading-views.ts';
import { ArbWorld, PAIR, wish } from './arb-world.fixture.ts';

let world: ArbWorld;

beforeEach(async () => {
  world = new ArbWorld();
  await world.start();
});

async function opened(over: Parameters<typeof wish>[0] = {}) {
  const done = await world.execute(over);
  if (!done.ok) throw new Error(`${done.error.code} ${done.error.detail}`);
  await world.pass(2_000);
  return world.trade();
}

/** True for the entry orders of trades. */
function isEntry({ clientOrderId }: PlaceOrder): boolean {
  return /^Pa[0-9a-z]{11}[bs]e/.test(clientOrderId);
}

describe('an arbitrage whose legs both fill', () => {
  it('is hedged, proven by the venues, and stopped far away at both', async () => {
    const trade = await opened();
    expect(trade.state).toBe('hedged');
    expect(world.held()).toEqual(['0.01', '-0.01']);
    expect(trade.certificates).toMatchObject([{ kind: 'hedged', ok: true }]);
    const stops = world.venues.map((venue) =>
      [...venue.orders.values()].filter(({ type, status }) => type === 'stop-market' && status === 'untriggered'),
    );
    expect(stops.map((each) => each.map(({ triggerPx }) => triggerPx))).toEqual([
      [trade.buy.disasterStopPx],
      [trade.sell.disasterStopPx],
    ]);
  });

  it('goes from the plan to the certificate by one record for each state', async () => {
    const { arbId } = await opened();
    await world.call('arb-close', { arbId, by: 'operator' });
    await world.pass(3_000);
    expect(world.states()).toEqual(['planned', 'gated', 'sent', 'hedged', 'exiting', 'closed', 'certified']);
    expect(world.held()).toEqual(['0', '0']);
    expect(world.trade().certificates).toMatchObject([
      { kind: 'hedged', ok: true },
      { kind: 'flat', ok: true },
    ]);
  });

  it('earns what the venues paid, to the last digit', async () => {
    const before = world.venues.map((venue) => venue.cashOf('USDT'));
    const { arbId } = await opened();
    world.show(1, 60_010);
    await world.call('arb-close', { arbId, by: 'operator' });
    await world.pass(3_000);
    const { result, state } = world.trade();
    expect(state).toBe('certified');
    const gained = world.venues.reduce(
      (sum, venue, at) => sum.plus(venue.cashOf('USDT')).minus(before[at] ?? decimal('0')),
      decimal('0'),
    );
    expect(decimal(result?.netUsd ?? '0').toString()).toBe(gained.toString());
  });

  it('writes trade, intents and orders in one append before the first byte leaves', async () => {
    const placed: number[] = [];
    for (const venue of world.venues) {
      venue.faultOf = (order) => {
        if (isEntry(order)) placed.push(world.journal.records.length);
        return null;
      };
    }
    await opened();
    const records = world.journal.records.map(({ kind }) => kind);
    expect(records.slice(0, placed[0]).filter((kind) => kind === 'order')).toHaveLength(2);
  });
});

describe('what forbids a trade', () => {
  it('does not trade one pair twice at once', async () => {
    await opened();
    const detail = expect.stringMatching(/^this pair is traded already: \w+ is hedged$/);
    expect(await world.execute()).toMatchObject({ ok: false, error: { code: 'ARBITRAGE_BUSY', detail } });
  });

  it('refuses an expected loss, named with its figure', async () => {
    const back = PAIR.split('>').toReversed().join('>');
    const done = await world.execute({ opportunityId: back });
    expect(done).toMatchObject({ ok: false, error: { code: 'RISK_NO_EDGE' } });
  });

  it('refuses an instrument on which a person holds a position', async () => {
    const bought = await world.during(
      world.core!.call('preview-order', {
        venue: 'BINANCE',
        market: 'perp',
        symbol: 'BTCUSDT',
        side: 'BUY',
        type: 'market',
        qtyBase: '0.01',
        notionalUsd: null,
        px: null,
        isReduceOnly: false,
        tif: 'IOC',
        leverage: 2,
      }),
    );
    if (!bought.ok) throw new Error(bought.error.detail);
    await world.during(world.core!.call('execute-order', { previewId: bought.value.previewId, by: 'operator' }));
    await world.pass(500);
    expect(await world.execute()).toMatchObject({ ok: false, error: { code: 'RISK_INSTRUMENT_IN_USE' } });
  });

  it('tells the whole vector of both legs in a preview and sends nothing', async () => {
    const previewed = await world.call('arb-preview', wish());
    if (!previewed.ok) throw new Error(previewed.error.detail);
    expect(previewed.value).toMatchObject({ isAllowed: true, refusal: null });
    expect(previewed.value.gates).toHaveLength(52);
    expect(world.venues.flatMap((venue) => venue.placed)).toEqual([]);
  });

  it.each([
    [{ symbol: 'ETHUSDT' }, `symbol ETHUSDT is not that of ${PAIR}`],
    [{ venues: ['BINANCE', 'OKX'] as const }, `venues leave out BYBIT of ${PAIR}`],
  ])('refuses a pair with %o beside it, which are not its own', async (over, detail) => {
    expect(await world.execute(over)).toMatchObject({ ok: false, error: { code: 'INPUT_INVALID', detail } });
    expect(await world.call('arb-preview', wish(over))).toMatchObject({ ok: false, error: { code: 'INPUT_INVALID' } });
    expect(world.hasTrade()).toBe(false);
  });

  it.each([
    [['BINANCE', 'BYBIT'] as const, 'no pair of BTCUSDT on BINANCE, BYBIT has the prices of both legs now'],
    [['BINANCE', 'OKX'] as const, 'no pair for BTCUSDT on BINANCE, OKX'],
  ])('tells a pair of %j whose book is lost from none', async (venues, detail) => {
    const lost = world.instruments.findIndex(({ id }) => id === 'BTCUSDT.PERP.BYBIT');
    world.engine.sink.onBookReset(lost, 'silent', world.clock.nowMs());
    const asked = await world.call('arb-preview', wish({ opportunityId: null, symbol: 'BTCUSDT', venues }));
    expect(asked).toMatchObject({ ok: false, error: { code: 'ARBITRAGE_NOT_FOUND', detail } });
  });

  it('suggests a size that both venues take', async () => {
    const instruments = (['BINANCE', 'BYBIT'] as const).map((venue) =>
      buildInstrument({ venue, notionalMin: venue === 'BINANCE' ? '100' : '5' }),
    );
    world = new ArbWorld({ instruments });
    await world.start();
    const request = { symbol: 'BTCUSDT', mode: 'ARB', venues: ['BINANCE', 'BYBIT'], qtyBase: null, notionalUsd: null };
    const checked = await world.during(world.core!.call('precheck', request as TradingCalls['precheck']['request']));
    expect(checked).toMatchObject({ ok: true, value: { suggestedQtyBase: '0.002' } });
  });

  it('says the smallest amount that both venues take, which is then taken', async () => {
    const instruments = (['BINANCE', 'BYBIT'] as const).map((venue) =>
      buildInstrument({ venue, notionalMin: venue === 'BINANCE' ? '100' : '5' }),
    );
    world = new ArbWorld({ instruments });
    await world.start();
    const small = wish({ qtyBase: null, notionalUsd: '120' });
    const refused = await world.call('arb-preview', small);
    if (refused.ok) throw new Error('a size under the smallest was planned');
    const { code, detail, minNotionalUsd = '' } = refused.error;
    expect([code, minNotionalUsd]).toEqual(['QUANTITY_TOO_SMALL', '120.31']);
    expect(detail).toMatch(
      /^0\.\d+ was asked for, the least is 0\.002 in steps of 0\.001; the smallest amount that both legs take is 120\.31 USD$/,
    );
    expect(await world.execute(small)).toEqual(refused);
    const planned = await world.call('arb-preview', { ...small, notionalUsd: minNotionalUsd });
    expect(planned).toMatchObject({ ok: true, value: { isAllowed: true, minNotionalUsd } });
    expect(await world.execute({ ...small, notionalUsd: minNotionalUsd })).toMatchObject({
      ok: true,
      value: { trade: { wantedQtyBase: '0.002' } },
    });
  });

  it('takes a pair with its own symbol and venues beside it', async () => {
    expect(await world.execute({ symbol: 'BTCUSDT', venues: ['BYBIT', 'BINANCE'] })).toMatchObject({ ok: true });
  });

  it('names field, value and bound of a setting that is none', async () => {
    const set = await world.call('arb-settings', { value: { protectBps: 900 }, by: 'operator' });
    expect(set).toMatchObject({
      ok: false,
      error: { code: 'INPUT_INVALID', detail: 'protectBps must be between 0 and 100, is 900' },
    });
  });
});

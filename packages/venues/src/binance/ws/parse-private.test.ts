import { describe, expect, it } from 'vitest';
import type { JsonRecord } from '../../kit/index.ts';
import { BTC_PERP, buildInstrumentMap, readPrivateText, SOL_SPOT } from '../extra/private.fixture.ts';
import { parseFuturesEvent, parseSpotEvent, parseUserFrame, type UserEvent } from './parse-private.ts';

const map = buildInstrumentMap();
const spot = { find: map.finder('spot'), clientIdOf: () => null };
const usdm = { find: map.finder('usdm'), clientIdOf: () => null };

function eventOf(name: string): JsonRecord {
  const frame = parseUserFrame(readPrivateText(name));
  if (frame.kind !== 'event') throw new Error(`${name} holds no event`);
  return frame.event;
}

function inner(name: string, over: Readonly<Record<string, unknown>>): JsonRecord {
  const event = eventOf(name);
  return { ...event, o: { ...(event['o'] as object), ...over } };
}

const kinds = (said: readonly UserEvent[]): readonly string[] => said.map((one) => one.kind);

describe('parseUserFrame', () => {
  it('tells answers from events, wrapped or bare', () => {
    expect(parseUserFrame(readPrivateText('user_api_subscribed'))).toEqual({ kind: 'answer', id: 1, error: null });
    expect(parseUserFrame(readPrivateText('user_api_refused'))).toEqual({
      kind: 'answer',
      id: 1,
      error: { wireCode: -2015, text: 'Invalid API-key, IP, or permissions for action.' },
    });
    expect(eventOf('user_execution_report')['e']).toBe('executionReport');
    expect(eventOf('user_order_trade_update')['e']).toBe('ORDER_TRADE_UPDATE');
    const wrapped = `{"stream":"k","data":${readPrivateText('user_listen_key_expired')}}`;
    expect(parseUserFrame(wrapped)).toMatchObject({ kind: 'event', event: { e: 'listenKeyExpired' } });
  });

  it.each(['', '{', '[]', 'null', '{"a":1}'])('calls %j malformed', (text) => {
    expect(parseUserFrame(text)).toEqual({ kind: 'malformed' });
  });
});

describe('parseSpotEvent', () => {
  it('gives a fill before the state it led to, under the trade id', () => {
    const said = parseSpotEvent(eventOf('user_execution_report'), spot);
    expect(said).toMatchObject([
      {
        kind: 'fill',
        fill: {
          instrumentId: SOL_SPOT.id,
          fillId: '901',
          venueOrderId: '5512345',
          clientOrderId: 'P1a0',
          px: '150.6',
          qtyBase: '2',
          fee: '0.002',
          feeAsset: 'SOL',
          liquidity: 'taker',
        },
      },
      { kind: 'order', report: { status: 'filled', cumQtyBase: '2', avgPx: '150.6', reason: null } },
    ]);
  });

  it('keeps the id of the order on a cancel', () => {
    expect(parseSpotEvent(eventOf('user_execution_report_canceled'), spot)).toMatchObject([
      { kind: 'order', report: { clientOrderId: 'P2a0', status: 'cancelled', tif: 'POST_ONLY', cumQtyBase: '0.5' } },
    ]);
  });

  it('tells why an order ended', () => {
    const event = { ...eventOf('user_execution_report_canceled'), X: 'EXPIRED', eR: 'UNFILLED_IOC_QUANTITY_EXPIRED' };
    expect(parseSpotEvent(event, spot)).toMatchObject([
      { report: { status: 'expired', reason: 'UNFILLED_IOC_QUANTITY_EXPIRED' } },
    ]);
  });

  it('gives absolute balances of what changed', () => {
    expect(parseSpotEvent(eventOf('user_outbound_account_position'), spot)).toMatchObject([
      { kind: 'balances', balances: [{ scope: 'spot', asset: 'USDT', total: '1000', free: '700', locked: '300' }] },
    ]);
  });

  it('skips what is not listed or not used, and says what it could not read', () => {
    const event = eventOf('user_execution_report');
    expect(kinds(parseSpotEvent({ ...event, s: 'OTHERUSDT' }, spot))).toEqual(['skipped']);
    expect(kinds(parseSpotEvent({ e: 'listStatus' }, spot))).toEqual(['skipped']);
    expect(kinds(parseSpotEvent({ ...event, t: -1 }, spot))).toEqual(['malformed']);
    expect(kinds(parseSpotEvent({ ...event, X: 'NEWLY_INVENTED' }, spot))).toEqual(['malformed']);
    expect(kinds(parseSpotEvent({ e: 'eventStreamTerminated' }, spot))).toEqual(['stream-over']);
  });
});

describe('parseFuturesEvent', () => {
  it('gives a fill before the state it led to, under the trade id of userTrades', () => {
    expect(parseFuturesEvent(eventOf('user_order_trade_update'), usdm)).toMatchObject([
      {
        kind: 'fill',
        fill: {
          instrumentId: BTC_PERP.id,
          fillId: '109100866',
          fee: '0.1280002',
          feeAsset: 'USDT',
          liquidity: 'maker',
          cause: 'order',
        },
      },
      { kind: 'order', report: { status: 'filled', tif: 'POST_ONLY', avgPx: '64000.1', clientOrderId: 'P1a1' } },
    ]);
  });

  it.each([
    ['autoclose-1795', 'liquidation'],
    ['adl_autoclose', 'adl'],
  ])('tells that the venue closed a position by order %s', (c, cause) => {
    const [fill] = parseFuturesEvent(inner('user_order_trade_update', { c, x: 'CALCULATED' }), usdm);
    expect(fill).toMatchObject({ kind: 'fill', fill: { cause } });
  });

  it('gives no fill for the states between', () => {
    const said = parseFuturesEvent(inner('user_order_trade_update', { x: 'NEW', X: 'NEW', l: '0', z: '0' }), usdm);
    expect(said).toMatchObject([{ kind: 'order', report: { status: 'open', cumQtyBase: '0', avgPx: null } }]);
  });

  it('reads a stop that became an order as the stop it is', () => {
    const over = { o: 'MARKET', ot: 'STOP_MARKET', sp: '63000', R: true, cp: true, q: '0' };
    const [, order] = parseFuturesEvent(inner('user_order_trade_update', over), {
      ...usdm,
      clientIdOf: () => 'P5a1',
    });
    expect(order).toMatchObject({
      report: {
        clientOrderId: 'P5a1',
        type: 'stop-market',
        triggerPx: '63000',
        closesPosition: true,
        qtyBase: null,
      },
    });
  });

  it('links the order of a trigger to the conditional order', () => {
    expect(parseFuturesEvent(eventOf('user_algo_update'), usdm)).toMatchObject([
      { kind: 'triggered', report: { venueOrderId: '22549999', clientOrderId: 'P5a1' } },
      { kind: 'conditional', report: { status: 'open', triggerPx: '63000', isReduceOnly: true } },
    ]);
    const waiting = inner('user_algo_update', { X: 'NEW', ai: '' });
    expect(parseFuturesEvent(waiting, usdm)).toMatchObject([
      { kind: 'conditional', report: { status: 'untriggered', venueOrderId: '2146760' } },
    ]);
    const finished = (over: object) =>
      kinds(parseFuturesEvent(inner('user_algo_update', { X: 'FINISHED', ...over }), usdm));
    expect(finished({ ai: '' }), 'how it ended is not said').toEqual(['skipped']);
    expect(finished({}), 'how it ended is not said').toEqual(['triggered']);
    expect(finished({ aq: '0.010' })).toEqual(['triggered', 'conditional']);
    const refused = inner('user_algo_update', { X: 'REJECTED', ai: '', rm: 'Margin is insufficient.' });
    expect(parseFuturesEvent(refused, usdm)).toMatchObject([
      { report: { status: 'rejected', reason: 'Margin is insufficient.' } },
    ]);
  });

  it('gives positions, and says that balances moved: the event does not tell what is free', () => {
    expect(parseFuturesEvent(eventOf('user_account_update'), usdm)).toMatchObject([
      {
        kind: 'position',
        position: {
          instrumentId: BTC_PERP.id,
          qtyBase: '0.01',
          entryPx: '64000.1',
          marginMode: 'cross',
          leverage: null,
        },
      },
      { kind: 'balances-moved', hasIncome: false },
    ]);
    expect(parseFuturesEvent(eventOf('user_account_update_funding'), usdm)).toEqual([
      { kind: 'balances-moved', hasIncome: true, venueMs: 1_795_017_600_000 },
    ]);
  });

  it('says that the stream is over when its key is', () => {
    expect(kinds(parseFuturesEvent(eventOf('user_listen_key_expired'), usdm))).toEqual(['stream-over']);
  });

  it('skips the short form of a fill: it lacks the fee', () => {
    expect(kinds(parseFuturesEvent({ e: 'TRADE_LITE', s: 'BTCUSDT' }, usdm))).toEqual(['skipped']);
  });
});

import { describe, expect, it } from 'vitest';
import { subscriptionsFor } from '../src/binance/extra/recorder.fixture.ts';
import { binanceDecoding } from '../src/binance/index.ts';
import { newDecodeCounters, type VenueDecoding } from '../src/kit/index.ts';
import { kucoinDecoding } from '../src/kucoin/index.ts';
import { okxDecoding } from '../src/okx/index.ts';
import { RecordingSink } from './recording-sink.ts';

const RECV_MS = 1_795_000_000_000;

/** Decodes one frame with an instrument of index 4, and tells what it says of trading. */
function read<P extends string>(decoding: VenueDecoding<P>, product: P, wireSymbol: string, frame: unknown) {
  const sink = new RecordingSink();
  const counters = newDecodeCounters();
  const bytes = Buffer.from(JSON.stringify(frame));
  // Only index, wire name and decimals count.
  const subscriptions = subscriptionsFor('usdm', [wireSymbol], [2]).map((one) => ({ ...one, ix: 4 }));
  decoding.createDecoder({ product, subscriptions, out: sink, counters }).decode(bytes, 0, bytes.length, RECV_MS);
  expect(counters).toMatchObject({ malformed: 0, unknown: 0 });
  return sink.trading;
}

describe('OKX instruments', () => {
  const row = { instType: 'SWAP', instId: 'ETH-USDT-SWAP', state: 'live', ruleType: 'normal', groupId: '4' };
  const push = (...data: readonly object[]) =>
    read(okxDecoding, 'v5', row.instId, { arg: { channel: 'instruments', instType: 'SWAP' }, data });

  it.each([
    [{}, true],
    [{ state: 'suspend' }, false],
    [{ state: 'settling' }, false],
    [{ state: 'preopen' }, false],
    [{ ruleType: 'pre_market' }, false],
    // Stocks and metals.
    [{ groupId: '6' }, false],
  ])('with %o mean: trades is %s, as in the list', (more, isTrading) => {
    expect(push({ ...row, ...more })).toEqual([{ ix: 4, isTrading }]);
  });

  it('of others, or without a state, say nothing', () => {
    expect(push({ ...row, instId: 'BTC-USDT-SWAP' }, { instId: row.instId }, 7 as never)).toEqual([]);
  });
});

describe('BINANCE contract info', () => {
  const info = { e: 'contractInfo', E: RECV_MS, s: 'BTCUSDT', ps: 'BTCUSDT', ct: 'PERPETUAL', cs: 'TRADING', st: 1 };
  const push = (more: object) =>
    read(binanceDecoding, 'usdm', 'BTCUSDT', { stream: '!contractInfo', data: { ...info, ...more } });

  it.each([
    [{}, true],
    [{ cs: 'SETTLING' }, false],
    [{ cs: 'PENDING_TRADING' }, false],
    [{ cs: 'CLOSE', st: undefined }, false],
  ])('with %o means: trades is %s', (more, isTrading) => {
    expect(push(more)).toEqual([{ ix: 4, isTrading }]);
  });

  it('of another contract, of coin margin or without a status says nothing', () => {
    expect([push({ s: 'NEWUSDT', cs: 'CLOSE' }), push({ cs: 'CLOSE', st: 2 }), push({ cs: undefined })]).toEqual([
      [],
      [],
      [],
    ]);
  });
});

describe('KUCOIN spot snapshots', () => {
  const data = { symbol: 'ETH-USDT', lastTradedPrice: 3120.5, datetime: RECV_MS };
  const push = (more: object) =>
    read(kucoinDecoding, 'spot', 'ETH-USDT', {
      topic: '/market/snapshot:ETH-USDT',
      type: 'message',
      subject: 'trade.snapshot',
      data: { sequence: '7', data: { ...data, ...more } },
    });

  it('say whether the pair trades; without a word, or with null, nothing', () => {
    expect(push({ trading: true })).toEqual([{ ix: 4, isTrading: true }]);
    expect(push({ trading: false })).toEqual([{ ix: 4, isTrading: false }]);
    expect([push({}), push({ trading: null })]).toEqual([[], []]);
  });

  it('say so to the slow reader as well', () => {
    // A time that is no number is left to it.
    expect(push({ trading: false, datetime: {} })).toEqual([{ ix: 4, isTrading: false }]);
  });
});

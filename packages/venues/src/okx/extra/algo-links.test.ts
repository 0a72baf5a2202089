import { describe, expect, it } from 'vitest';
import { parseOrder, parseOrderFill } from '../rest/parse-private.ts';
import { AlgoLinks } from './algo-links.ts';
import { parseAlgoOrder } from './parse-algo.ts';
import { findListed, okxRows } from './private.fixture.ts';

function valueOf<T>(reading: { readonly ok: true; readonly value: T } | { readonly ok: false }): T {
  if (!reading.ok) throw new Error('a fixture that can not be read');
  return reading.value;
}

const [algoRow] = okxRows('ws_private_orders_algo_effective');
const [orderRow] = okxRows('ws_private_orders_triggered');
const algo = valueOf(parseAlgoOrder(algoRow, findListed));
const order = valueOf(parseOrder(orderRow, findListed));
const fill = valueOf(parseOrderFill(orderRow, findListed));

describe('AlgoLinks', () => {
  it('leaves orders and fills of no conditional order as they are', () => {
    const links = new AlgoLinks();
    expect(links.completeOrder(order)).toEqual(order);
    expect(fill === null ? null : links.completeFill(fill)).toEqual(fill);
    expect(links.idsOf('PSL1')).toBeNull();
  });

  it('gives the order a stop became its client id, in whatever order the two are heard of', () => {
    for (const isOrderFirst of [true, false]) {
      const links = new AlgoLinks();
      if (isOrderFirst) links.triggered(algo.algoId, order.venueOrderId);
      links.seen(algo);
      expect(links.completeOrder(order)).toMatchObject({
        clientOrderId: 'PSL1',
        type: 'stop-market',
        triggerPx: '3050',
      });
      expect(fill === null ? null : links.completeFill(fill)).toMatchObject({
        clientOrderId: 'PSL1',
        fillId: '880090',
      });
      expect(links.idsOf('PSL1')).toMatchObject({ algoId: algo.algoId, ordId: order.venueOrderId });
    }
  });

  it('forgets the oldest first, so that it never grows without bound', () => {
    const links = new AlgoLinks();
    for (let ix = 0; ix <= 5_000; ix += 1) links.placed(`a${ix}`, `P${ix}`);
    expect(links.idsOf('P0')).toBeNull();
    expect(links.idsOf('P1')).toMatchObject({ algoId: 'a1' });
    expect(links.idsOf('P5000')).toMatchObject({ algoId: 'a5000' });
  });
});

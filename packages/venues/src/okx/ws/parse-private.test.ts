import { describe, expect, it } from 'vitest';
import { findListed, okxFixture, okxRows } from '../extra/private.fixture.ts';
import { parseFill } from '../rest/parse-private.ts';
import { parsePrivateControl, parsePrivateFrame, privateTopic } from './parse-private.ts';

const events = (name: string) => parsePrivateFrame(okxFixture(name), findListed);
const kinds = (name: string) => events(name).map(({ kind }) => kind);

describe('parsePrivateFrame', () => {
  it('gives an order and the execution that changed it, with the id that trade/fills gives', () => {
    const [order, fill] = events('ws_private_orders_partial');
    expect(order).toMatchObject({
      kind: 'order',
      algoId: null,
      report: { clientOrderId: 'PA1', status: 'open', cumQtyBase: '0.1' },
    });
    const [, restRow] = okxRows('rest_get_fills_swap');
    const rest = parseFill(restRow, findListed);
    expect(fill).toEqual({ kind: 'fill', fill: rest.ok ? rest.value : null });
  });

  it('gives a spot fill with its fee in the coin that was bought', () => {
    expect(events('ws_private_orders_spot_filled')[1]).toMatchObject({
      fill: { qtyBase: '0.05', px: '3100.01', fee: '0.00005', feeAsset: 'ETH', liquidity: 'taker' },
    });
  });

  it('gives no execution with a cancellation, and says why it was', () => {
    expect(events('ws_private_orders_canceled')).toMatchObject([
      { kind: 'order', report: { status: 'cancelled', reason: 'post-only, would have taken (cancelSource 31)' } },
    ]);
  });

  it('names the conditional order that an order came from', () => {
    expect(events('ws_private_orders_triggered')[0]).toMatchObject({ algoId: '2600000000000000007' });
  });

  it('tells deleveraging from our own orders', () => {
    expect(events('ws_private_orders_adl')[1]).toMatchObject({ fill: { cause: 'adl', fillId: '-42' } });
  });

  it('gives the order that a triggered stop became', () => {
    expect(events('ws_private_orders_algo_live')).toMatchObject([
      { kind: 'algo', reading: { ordId: null, report: { status: 'untriggered' } } },
    ]);
    expect(events('ws_private_orders_algo_effective')).toMatchObject([
      {
        kind: 'algo',
        reading: {
          ordId: '2610000000000000011',
          report: { status: 'open', venueOrderId: '2610000000000000011', clientOrderId: 'PSL1' },
        },
      },
    ]);
  });

  it('gives positions, balances, and the sign that a bill is due', () => {
    expect(kinds('ws_private_positions')).toEqual(['position']);
    expect(kinds('ws_private_account')).toEqual(['balances']);
    expect(events('ws_private_balance_and_position_funding')).toEqual([{ kind: 'bill-due', billType: '8' }]);
    expect(events('ws_private_balance_and_position_filled')).toEqual([]);
  });

  it('reads the good rows beside a bad one and beside an instrument nobody listed', () => {
    const frame = okxFixture('ws_private_positions');
    const [row] = okxRows('ws_private_positions');
    const rows = [{ ...row, instId: 'FOO-USDT-SWAP' }, { ...row, pos: 'x' }, row];
    expect(parsePrivateFrame({ ...frame, data: rows }, findListed).map(({ kind }) => kind)).toEqual([
      'unknown-symbol',
      'malformed',
      'position',
    ]);
  });

  it('keeps the state of an order whose fee is missing, and counts the execution as unread', () => {
    const frame = okxFixture('ws_private_orders_partial');
    const [row] = okxRows('ws_private_orders_partial');
    const read = parsePrivateFrame({ ...frame, data: [{ ...row, fillFee: '' }] }, findListed);
    expect(read.map(({ kind }) => kind)).toEqual(['order', 'malformed']);
  });

  it.each([[{ data: [] }], [{ arg: { channel: 'orders' } }], [{ arg: { channel: '?' }, data: [{}] }]])(
    'calls %j malformed',
    (frame) => {
      expect(parsePrivateFrame(frame, findListed)).toEqual([{ kind: 'malformed' }]);
    },
  );
});

describe('parsePrivateControl', () => {
  it('reads the dialogue of the socket', () => {
    expect(parsePrivateControl(okxFixture('ws_private_login'))).toEqual({ kind: 'login' });
    expect(parsePrivateControl(okxFixture('ws_private_login_refused'))).toEqual({
      kind: 'error',
      code: '60009',
      requestId: null,
      text: 'Login failed.',
    });
    const ack = { id: '1', event: 'subscribe', arg: { channel: 'orders', instType: 'ANY' }, connId: 'x' };
    expect(parsePrivateControl(ack)).toEqual({ kind: 'subscribed', topic: 'orders#ANY' });
    expect(parsePrivateControl({ event: 'error', id: '4', code: '60018', msg: 'no' })).toMatchObject({ requestId: 4 });
    expect(parsePrivateControl({ event: 'notice', code: '64008', msg: 'soon' })).toMatchObject({ code: '64008' });
    expect(parsePrivateControl({ event: 'channel-conn-count', channel: 'orders', connCount: '2' })).toEqual({
      kind: 'ignored',
    });
    expect(parsePrivateControl({ event: 'channel-conn-count-error', channel: 'orders' })).toMatchObject({
      kind: 'too-many-connections',
    });
    expect(parsePrivateControl(okxFixture('ws_private_account'))).toBeNull();
  });

  it('names a channel of no instrument type by itself', () => {
    expect(privateTopic({ channel: 'account' })).toBe('account');
  });
});

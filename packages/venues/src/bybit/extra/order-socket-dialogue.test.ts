import { describe, expect, it } from 'vitest';
import { encodeBybitTrade, readBybitTrade } from './order-socket-dialogue.ts';

const CREATE = { method: 'POST', path: '/v5/order/create', params: { category: 'linear', symbol: 'BTCUSDT' } } as const;

describe('encodeBybitTrade', () => {
  it('puts the parameters of REST into one argument, with the time from which they are too late', () => {
    expect(JSON.parse(encodeBybitTrade(CREATE, '1-7', 1_795_000_000_000.9) ?? '')).toEqual({
      reqId: '1-7',
      header: { 'X-BAPI-TIMESTAMP': '1795000000000', 'X-BAPI-RECV-WINDOW': '5000' },
      op: 'order.create',
      args: [{ category: 'linear', symbol: 'BTCUSDT' }],
    });
  });

  it('takes orders and cancels only', () => {
    expect(encodeBybitTrade({ ...CREATE, path: '/v5/order/cancel' }, '1', 1)).toContain('"op":"order.cancel"');
    expect(encodeBybitTrade({ ...CREATE, path: '/v5/position/set-leverage' }, '1', 1)).toBeNull();
    expect(encodeBybitTrade({ ...CREATE, method: 'GET' }, '1', 1)).toBeNull();
  });
});

describe('readBybitTrade', () => {
  it('reads an answer as REST would have given it', () => {
    const frame = readBybitTrade(
      JSON.stringify({
        reqId: 't-1',
        retCode: 0,
        retMsg: 'OK',
        op: 'order.create',
        data: { orderId: 'a4c1718e', orderLinkId: 'pas-1' },
        retExtInfo: {},
        header: { 'X-Bapi-Limit': '10', 'X-Bapi-Limit-Status': '9', Timenow: '1795000000002' },
        connId: 'c',
      }),
    );
    expect(frame).toMatchObject({ kind: 'answer', id: 't-1', isLast: false, headers: { 'x-bapi-limit-status': '9' } });
    expect(JSON.parse(frame.kind === 'answer' ? frame.text : '')).toMatchObject({
      retCode: 0,
      result: { orderId: 'a4c1718e' },
      time: 1_795_000_000_002,
    });
  });

  it.each([
    ['{"retCode":0,"retMsg":"OK","op":"auth","connId":"c"}', { kind: 'login', isOk: true }],
    ['{"retCode":20001,"retMsg":"Repeat auth","op":"auth"}', { kind: 'login', isOk: true }],
    ['{"retCode":10004,"retMsg":"error sign","op":"auth"}', { kind: 'login', isOk: false }],
    ['{"retCode":0,"retMsg":"OK","op":"pong","data":["1"]}', { kind: 'pong' }],
    ['{"reqId":"1-2","retCode":10019,"retMsg":"ws trade service is restarting","op":"order.create"}', { isLast: true }],
    ['{"retCode":10404,"retMsg":"op type is not found","op":"x"}', { kind: 'other' }],
    ['not json', { kind: 'other' }],
  ])('reads %s', (text, wanted) => {
    expect(readBybitTrade(text)).toMatchObject(wanted);
  });
});

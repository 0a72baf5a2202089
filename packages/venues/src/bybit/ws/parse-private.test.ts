import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readBybitPrivateFrame } from './parse-private.ts';

function fixture(name: string): string {
  return readFileSync(new URL(`../../../fixtures/bybit/${name}`, import.meta.url), 'utf8');
}

describe('readBybitPrivateFrame', () => {
  it('reads a login that was accepted, in both spellings', () => {
    const accepted = { kind: 'auth', isOk: true };
    expect(readBybitPrivateFrame(fixture('ws_private_auth.json'))).toMatchObject(accepted);
    expect(readBybitPrivateFrame('{"op":"auth","retCode":0,"retMsg":"OK","connId":"c"}')).toMatchObject(accepted);
  });

  it('reads a login that was refused, with its code where there is one', () => {
    const coded = '{"op":"auth","success":false,"retCode":10003,"retMsg":"Invalid apikey","connId":"c"}';
    expect(readBybitPrivateFrame(coded)).toEqual({
      kind: 'auth',
      isOk: false,
      code: '10003',
      reason: 'Invalid apikey',
    });
    const bare = '{"success":false,"ret_msg":"Params Error","op":"auth","conn_id":"c"}';
    expect(readBybitPrivateFrame(bare)).toEqual({ kind: 'auth', isOk: false, code: null, reason: 'Params Error' });
  });

  it('reads an acknowledgement with and without the id of its request', () => {
    expect(readBybitPrivateFrame(fixture('ws_private_subscribe_ack.json'))).toMatchObject({
      kind: 'subscribed',
      isOk: true,
      requestId: null,
    });
    expect(readBybitPrivateFrame('{"success":true,"ret_msg":"","req_id":"7","op":"subscribe"}')).toMatchObject({
      requestId: 7,
    });
    expect(readBybitPrivateFrame('{"success":false,"ret_msg":"no","op":"subscribe"}')).toMatchObject({ isOk: false });
  });

  it.each(['order', 'execution', 'position', 'wallet'])('reads a push of %s with all its rows', (topic) => {
    const frame = readBybitPrivateFrame(fixture(`ws_private_${topic}.json`));
    expect(frame).toMatchObject({ kind: 'push', topic, venueMs: 1_795_000_000_130 });
    expect(frame.kind === 'push' && frame.rows).toHaveLength(1);
  });

  it('reads a pong', () => {
    expect(readBybitPrivateFrame(fixture('ws_private_pong.json'))).toEqual({ kind: 'pong' });
  });

  it.each([
    ['not JSON', '{"topic":', { kind: 'malformed' }],
    ['a list', '[1]', { kind: 'malformed' }],
    ['rows that are none', '{"topic":"order","creationTime":1,"data":[1]}', { kind: 'malformed' }],
    ['a push without its time', '{"topic":"order","data":[]}', { kind: 'malformed' }],
    [
      'executions without fees',
      '{"topic":"execution.fast","creationTime":1,"data":[]}',
      { kind: 'unknown', name: 'execution.fast' },
    ],
    ['a topic nobody asked for', '{"topic":"greeks","creationTime":1,"data":[]}', { kind: 'unknown', name: 'greeks' }],
  ])('gives nothing of %s', (_name, text, expected) => {
    expect(readBybitPrivateFrame(text)).toEqual(expected);
  });
});

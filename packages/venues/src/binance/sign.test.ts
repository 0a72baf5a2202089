import { createPrivateKey, generateKeyPairSync, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { encodeParams, signCall, signSocketParams, signText } from './sign.ts';

const DOC_SECRET = 'NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j';
const KEY = { apiKey: 'sim-key', apiSecret: 'sim-secret', passphrase: null };
const NOW_MS = 1_795_000_000_000;

/** An Ed25519 seed as the PEM text that a venue's key page gives. */
function pemOfSeed(seedHex: string): string {
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.from(seedHex, 'hex')]);
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }).export({
    format: 'pem',
    type: 'pkcs8',
  }) as string;
}

describe('signText', () => {
  const vectors = [
    {
      name: 'the order of the documentation',
      secret: DOC_SECRET,
      text: 'symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTC&quantity=1&price=0.1&recvWindow=5000&timestamp=1499827319559',
      expected: 'c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71',
    },
    {
      name: 'query and body joined without a separator',
      secret: DOC_SECRET,
      text: 'symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTCquantity=1&price=0.1&recvWindow=5000&timestamp=1499827319559',
      expected: '0fd168b8ddb4876a0358a8d14d0c9f3da0e9b20c5d52b2a00fcf7d1c602f9a77',
    },
    {
      name: 'an encoded symbol that is not ASCII',
      secret: 'sim-secret',
      text: `${encodeParams({ symbol: '币安人生USDT', side: 'BUY', type: 'MARKET', quantity: '5' })}&timestamp=${NOW_MS}`,
      expected: '38e78b4abb7fb6fbdcf3fcd250ac47dc9f82ac7f6f2e5446f47627b7a674a421',
    },
  ];
  it.each(vectors)('signs $name', ({ secret, text, expected }) => expect(signText(text, secret)).toBe(expected));

  it('signs with an Ed25519 key when the secret is one', () => {
    const secret = pemOfSeed('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60');
    expect(signText('apiKey=sim-key&recvWindow=5000&timestamp=1795000000000', secret)).toBe(
      'Iw9FDTy8R1qdyYWj/sXybtyfeoy7P6lYpNSJDc6IDyY99f+w+8HsqsVgZ7enp8sGCTQ+gwocNmyCjZmJo9uGBw==',
    );
  });

  it('signs with an RSA key when the secret is one', () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const secret = privateKey.export({ format: 'pem', type: 'pkcs8' }) as string;
    const signature = Buffer.from(signText('timestamp=1', secret), 'base64');
    expect(verify('sha256', Buffer.from('timestamp=1'), publicKey, signature)).toBe(true);
  });
});

describe('signCall', () => {
  const order = {
    symbol: 'BTCUSDT',
    side: 'BUY',
    type: 'LIMIT',
    timeInForce: 'GTX',
    quantity: '0.010',
    price: '64000.1',
    newClientOrderId: 'pas-1',
    stopPrice: undefined,
  };

  it('puts a POST into a form body, its signature last', () => {
    const call = {
      method: 'POST',
      baseUrl: 'https://fapi.binance.com',
      path: '/fapi/v1/order',
      params: order,
    } as const;
    expect(signCall(call, KEY, NOW_MS)).toEqual({
      method: 'POST',
      url: 'https://fapi.binance.com/fapi/v1/order',
      headers: { 'X-MBX-APIKEY': 'sim-key', 'Content-Type': 'application/x-www-form-urlencoded' },
      body: `symbol=BTCUSDT&side=BUY&type=LIMIT&timeInForce=GTX&quantity=0.010&price=64000.1&newClientOrderId=pas-1&recvWindow=5000&timestamp=${NOW_MS}&signature=61da86bd1b31c2b9493090625eec6e31c72b0b9c3a46f7c8687a01c483d1e00b`,
    });
  });

  it.each(['GET', 'DELETE'] as const)('puts a %s into the query, without a body', (method) => {
    const wire = signCall(
      { method, baseUrl: 'https://h', path: '/api/v3/order', params: { symbol: 'A' } },
      KEY,
      NOW_MS,
    );
    expect(wire.body).toBeNull();
    expect(wire.url).toMatch(
      /^https:\/\/h\/api\/v3\/order\?symbol=A&recvWindow=5000&timestamp=1795000000000&signature=[0-9a-f]{64}$/,
    );
  });

  it('sends the key alone where the venue wants no signature, and nothing where it wants no key', () => {
    const listen = signCall({ method: 'POST', baseUrl: 'b', path: '/fapi/v1/listenKey', params: {} }, KEY, NOW_MS);
    expect(listen).toMatchObject({ url: 'b/fapi/v1/listenKey', body: '', headers: { 'X-MBX-APIKEY': 'sim-key' } });
    const time = signCall({ method: 'GET', baseUrl: 'b', path: '/fapi/v1/time', params: {} }, KEY, NOW_MS);
    expect(time).toEqual({ method: 'GET', url: 'b/fapi/v1/time', headers: {}, body: null });
  });

  it('encodes every reserved character before it signs', () => {
    expect(encodeParams({ list: `["a'b"]`, x: '(1*2)!', none: undefined })).toBe(
      'list=%5B%22a%27b%22%5D&x=%281%2A2%29%21',
    );
  });
});

describe('signSocketParams', () => {
  it('sorts by name and leaves everything raw', () => {
    const params = {
      symbol: 'BTCUSDT',
      side: 'BUY',
      type: 'LIMIT',
      timeInForce: 'GTX',
      quantity: '0.010',
      price: '64000.1',
      recvWindow: 5000,
    };
    expect(signSocketParams(params, KEY, NOW_MS)).toEqual({
      ...params,
      apiKey: 'sim-key',
      timestamp: NOW_MS,
      signature: '9437b13bdc61480b77069027db3f2d56c91fd1cac4c25511e2a2ecaf8a4a8041',
    });
  });
});

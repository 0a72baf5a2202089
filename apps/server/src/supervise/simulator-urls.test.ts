import { describe, expect, it } from 'vitest';
import { simulatorControlPort, simulatorPorts, simulatorUrlsText } from './simulator-urls.ts';

describe('simulatorPorts', () => {
  it('reads back what simulatorUrlsText wrote', () => {
    const urls = {
      BINANCE: 'http://127.0.0.1:4001',
      BYBIT: 'http://127.0.0.1:4002',
      OKX: 'http://127.0.0.1:4003',
      KUCOIN: 'http://127.0.0.1:4004',
    };
    const text = simulatorUrlsText(urls, 'http://127.0.0.1:4005');
    expect(simulatorPorts(text)).toEqual({ BINANCE: 4001, BYBIT: 4002, OKX: 4003, KUCOIN: 4004 });
    expect(simulatorControlPort(text)).toBe(4005);
    expect(simulatorControlPort(simulatorUrlsText(urls, null))).toBe(null);
  });

  it.each([undefined, '', 'KRAKEN=http://127.0.0.1:1', 'OKX=nonsense'])('takes %s for a first start', (text) => {
    expect(simulatorPorts(text)).toEqual({});
    expect(simulatorControlPort(text)).toBe(null);
  });
});

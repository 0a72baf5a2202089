import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { REAL_DATA_DIR, type Product } from './recorder.fixture.ts';

export const hasRecordings = existsSync(`${REAL_DATA_DIR}/replay`);

/** One line of a recording: a socket frame, or a REST depth snapshot of one symbol. */
export interface RecordedLine {
  readonly isSnapshot: boolean;
  readonly symbol: string;
  readonly text: string;
  readonly recvMs: number;
}

export interface Recording {
  readonly name: string;
  readonly product: Product;
  readonly files: readonly string[];
  readonly symbols: readonly string[];
  readonly decimals: readonly number[];
}

const one = (
  name: string,
  product: Product,
  symbol: string,
  decimals: number,
  files: readonly string[],
): Recording => ({
  name,
  product,
  files: files.map((file) => `${name.split(' ')[0]}/${file}`),
  symbols: [symbol],
  decimals: [decimals],
});

/** Every recording of this venue; consecutive files of one symbol are one stream. */
export const RECORDINGS: readonly Recording[] = [
  one('binance-2024-07-18 btcusdt', 'usdm', 'BTCUSDT', 2, ['usdm_btcusdt_20240718.gz', 'usdm_btcusdt_20240719.gz']),
  one('binance-2024-07-18 ethusdt', 'usdm', 'ETHUSDT', 2, ['usdm_ethusdt_20240718.gz', 'usdm_ethusdt_20240719.gz']),
  one('binance-2023-04-04 usdm', 'usdm', 'BTCUSDT', 2, ['usdm_btcusdt_20230404.gz', 'usdm_btcusdt_20230405.gz']),
  one('binance-2023-04-04 spot', 'spot', 'BTCUSDT', 2, ['spot_btcusdt_20230405.gz']),
  {
    name: 'binance-futures-2021-07',
    product: 'usdm',
    files: ['BINANCE_FUTURES.http.0.0.gz', 'BINANCE_FUTURES.ws.1.0.gz'].map(
      (file) => `binance-futures-2021-07/${file}`,
    ),
    symbols: ['SUSHIUSDT', 'AKROUSDT', 'KEEPUSDT', 'CTKUSDT'],
    decimals: [4, 5, 4, 5],
  },
  {
    name: 'binance-spot-2021-10',
    product: 'spot',
    files: ['BINANCE.http.0.0.gz', 'BINANCE.ws.1.0.gz'].map((file) => `binance-spot-2021-10/${file}`),
    symbols: ['NKNUSDT', 'BLZETH', 'LRCBTC', 'RUNEEUR'],
    decimals: [4, 8, 8, 3],
  },
];

/** Returns the lines of a recording in the order of receipt. */
export function linesOf(recording: Recording): RecordedLine[] {
  const lines = recording.files.flatMap((file) => {
    const text = gunzipSync(readFileSync(`${REAL_DATA_DIR}/replay/${file}`)).toString('utf8');
    return text.split('\n').flatMap((line) => parseLine(line, recording.symbols[0] as string) ?? []);
  });
  return lines.sort((a, b) => a.recvMs - b.recvMs);
}

function parseLine(line: string, onlySymbol: string): RecordedLine | null {
  const plain = /^(\d{16,19}) (\{.*)$/s.exec(line);
  if (plain !== null) {
    const digits = plain[1] as string;
    const recvMs = Number(digits) / (digits.length === 19 ? 1e6 : 1e3);
    const text = plain[2] as string;
    return { isSnapshot: !text.startsWith('{"stream"'), symbol: onlySymbol, text, recvMs };
  }
  const answer = /^https:\S+depth\?symbol=(\w+)\S* -> ([\d.]+): (.*)$/s.exec(line);
  if (answer !== null) {
    return {
      isSnapshot: true,
      symbol: answer[1] as string,
      text: answer[3] as string,
      recvMs: Number(answer[2]) * 1e3,
    };
  }
  const push = /^([\d.]+): (\{.*)$/s.exec(line);
  return push === null
    ? null
    : { isSnapshot: false, symbol: '', text: push[2] as string, recvMs: Number(push[1]) * 1e3 };
}

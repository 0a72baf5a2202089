import { WindowLimiter } from '../../server/rate-limiter.ts';
import type { BinanceProductKind } from '../binance-product.ts';
import { BinanceRefusal } from '../binance-refusal.ts';

interface Window {
  readonly header: string;
  readonly interval: 'SECOND' | 'MINUTE' | 'DAY';
  readonly intervalNum: number;
  readonly words: string;
  readonly limit: number;
  readonly windowMs: number;
}

const TEN_SECONDS = {
  header: 'x-mbx-order-count-10s',
  interval: 'SECOND',
  intervalNum: 10,
  words: 'TEN_SECONDS',
  windowMs: 10_000,
} as const;
const WINDOWS: Readonly<Record<BinanceProductKind, readonly Window[]>> = {
  spot: [
    { ...TEN_SECONDS, limit: 100 },
    {
      header: 'x-mbx-order-count-1d',
      interval: 'DAY',
      intervalNum: 1,
      words: 'DAY',
      limit: 200_000,
      windowMs: 86_400_000,
    },
  ],
  usdm: [
    { ...TEN_SECONDS, limit: 300 },
    {
      header: 'x-mbx-order-count-1m',
      interval: 'MINUTE',
      intervalNum: 1,
      words: 'MINUTE',
      limit: 1_200,
      windowMs: 60_000,
    },
  ],
};

/** One row of the `rateLimits` that the WebSocket API sends along. */
interface OrderLimitRow {
  readonly rateLimitType: 'ORDERS';
  readonly interval: string;
  readonly intervalNum: number;
  readonly limit: number;
  readonly count: number;
}

/** What counting came to. */
export interface OrderCount {
  readonly headers: Readonly<Record<string, string>>;
  readonly rows: readonly OrderLimitRow[];
  readonly refusal: BinanceRefusal | null;
}

/** Counts new orders per account in the windows that exchangeInfo names. */
export class OrderCounts {
  private readonly windows: readonly { readonly of: Window; readonly limiter: WindowLimiter }[];

  constructor(kind: BinanceProductKind) {
    this.windows = WINDOWS[kind].map((of) => ({ of, limiter: new WindowLimiter(of.limit, of.windowMs) }));
  }

  /** Counts `orders` of an account; 0 only reads. */
  take(accountId: number, orders: number, nowMs: number): OrderCount {
    const headers: Record<string, string> = {};
    const rows: OrderLimitRow[] = [];
    let refusal: BinanceRefusal | null = null;
    for (const { of, limiter } of this.windows) {
      const { allowed, used } = limiter.take(String(accountId), orders, nowMs);
      headers[of.header] = String(used);
      const { interval, intervalNum, limit } = of;
      rows.push({ rateLimitType: 'ORDERS', interval, intervalNum, limit, count: used });
      if (!allowed && orders > 0) {
        const msg = `Too many new orders; current limit is ${limit} orders per ${of.words}.`;
        refusal ??= new BinanceRefusal(-1015, msg, 429);
      }
    }
    return { headers, rows, refusal };
  }
}

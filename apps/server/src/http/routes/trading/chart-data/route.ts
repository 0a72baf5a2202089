import type { FastifyInstance } from 'fastify';
import { getChartData } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import { price, toEpochSeconds } from '../../../presenters/numbers.ts';
import { serve } from '../../../serve.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** The engine may have to ask the venue first. */
const TIMEOUT_MS = 8_000;

/** `GET /api/trading/engine/trading_chart_data` */
export function addChartData(app: FastifyInstance, { link }: RouteDeps): void {
  serve(app, getChartData, async ({ query }) => {
    const { symbol, timeframe, limit, venue } = query;
    const result = await link.send('fetch-chart', { symbol, timeframe, limit, venue: venue ?? null }, TIMEOUT_MS);
    if (!result.ok) return result;
    const data = result.value.candles.map((candle) => ({
      timestamp: toEpochSeconds(candle.openMs),
      open: price(candle.open),
      high: price(candle.high),
      low: price(candle.low),
      close: price(candle.close),
      volume: price(candle.volumeBase),
    }));
    return ok({ symbol, timeframe, venue: result.value.venue, data });
  });
}

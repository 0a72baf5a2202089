import type { Send } from './walk-access.ts';
import type { Outcome, Step } from './call-client.ts';
import { until } from '../harness/until.ts';

const SYMBOL = 'BTCUSDT';
const VENUES = ['BINANCE', 'BYBIT', 'OKX', 'KUCOIN'];
const SETTLED_WITHIN_MS = 60_000;

/** Walks through an order, a trailing order, a position closed, and both engines started and stopped. */
export async function walkTrading(send: Send): Promise<void> {
  const previewed = await send({
    call: 'POST /api/trading/order/preview',
    body: { venue: 'BINANCE', market: 'perp', symbol: SYMBOL, side: 'BUY', type: 'market', notional_usd: 400 },
  });
  const { preview_id: previewId } = previewed.body as { preview_id?: string };
  await send({ call: 'POST /api/trading/order/execute', body: { preview_id: previewId } });
  const positions = await withRow(send, 'GET /api/trading/positions', 'positions');
  const position = firstRow(positions, 'positions');
  await send({ call: 'GET /api/portfolio/positions' });
  await send({ call: 'GET /api/trading/status' });
  await send({ call: 'GET /api/trading/engine/advanced_status' });
  await walkTrailing(send, position);
  await send({
    call: 'POST /api/trading/engine/position_management',
    body: { action: 'close', position_id: position['id'] },
  });
  await withRow(send, 'GET /api/portfolio/history', 'history');
  await walkEngines(send);
}

async function walkTrailing(send: Send, position: Readonly<Record<string, unknown>>): Promise<void> {
  const path = '/api/trading/advanced/trailing_orders';
  await send({
    call: `POST ${path}`,
    body: {
      order_id: 'take-1',
      venue: position['venue'],
      symbol: SYMBOL,
      side: 'BUY',
      entry_price: position['entry_price'],
      quantity: position['size'],
      initial_tp_price: 0,
      trailing_distance_pct: 0.02,
      max_trailing_pct: 0.05,
    },
  });
  await send({ call: `GET ${path}` });
  await send({ call: `PUT ${path}/:id/start`, url: `${path}/take-1/start`, body: {} });
  await send({ call: `DELETE ${path}/:id`, url: `${path}/take-1` });
}

async function walkEngines(send: Send): Promise<void> {
  await send({ call: 'POST /api/trading/mode', body: { mode: 'auto' } });
  await send({
    call: 'POST /api/trading/start',
    body: { mode: 'auto', venue: 'BINANCE', symbols: [SYMBOL], risk_level: 'medium', auto_pick: false },
  });
  await send({ call: 'POST /api/trading/stop', body: {} });
  for (const engine of ['pas_trader', 'oraculis'] as const) {
    await send({ call: `POST /api/trading/engine/${engine}/start` });
    await send({ call: `POST /api/trading/engine/${engine}/stop` });
  }
  await send({ call: 'POST /api/trading/engine/start_all', body: {} });
  await send({ call: 'POST /api/trading/engine/stop_all', body: {} });
  await send({ call: 'GET /api/trading/engine/status' });
}

/** Walks through what only asks about trades, and what sets limits. */
export async function walkDesk(send: Send): Promise<void> {
  await send({ call: 'GET /api/trading/account', url: '/api/trading/account?scope=futures' });
  await send({ call: 'POST /api/trading/risk', body: { risk_level: 'medium' } });
  await send({ call: 'POST /api/trading/risk', body: { sl_bps: 30, tp_bps: 40, trail_enable: true } });
  for (const path of ['risk', 'health', 'performance', 'pnl_pro', 'metrics', 'engine/pro'] as const)
    await send({ call: `GET /api/trading/${path}` });
  await send({ call: 'GET /api/trading/engine/live_prices' });
  const chart = '/api/trading/engine/trading_chart_data';
  await send({ call: `GET ${chart}`, url: `${chart}?symbol=${SYMBOL}&timeframe=1m&limit=100` });
  await send({ call: 'GET /api/trading/engine/smart_profit_analytics' });
  await send({ call: 'GET /api/price/ticker', url: `/api/price/ticker?symbol=${SYMBOL}` });
  const weights = {
    balance_weight: 0.4,
    latency_weight: 0.3,
    fee_weight: 0.3,
    min_allocation: 0.01,
    max_allocation: 0.5,
  };
  await send({ call: 'POST /api/trading/advanced/capital_allocation', body: weights });
  await send({ call: 'GET /api/trading/advanced/capital_allocation' });
  const cooldown = { symbol: 'ETHUSDT', venue: 'OKX', action: 'trade', duration_seconds: 60 };
  await send({ call: 'POST /api/trading/advanced/cooldowns', body: cooldown });
  await send({ call: 'GET /api/trading/advanced/cooldowns' });
  const symbols = [SYMBOL, 'ETHUSDT'];
  await send({ call: 'POST /api/trading/symbols/validate', body: { symbols, venues: VENUES, with_prices: true } });
  await send({ call: 'POST /api/trading/symbols/rotation_plan', body: { symbols, venues: VENUES } });
  await send({ call: 'POST /api/trading/symbols/bulk_upsert', body: { items: [{ symbol: 'ETHUSDT' }] } });
  const precheck = { symbol: SYMBOL, mode: 'ARB', venues: ['BINANCE', 'BYBIT'], qty: 0.002 };
  await send({ call: 'POST /api/trading/precheck', body: precheck });
}

/** Walks through the scanner, the launcher and the planner. */
export async function walkArbitrage(send: Send): Promise<void> {
  await send({
    call: 'POST /api/arbitrage/start',
    body: { min_spread_bps: 1, max_position_usd: 1_000, venues: VENUES },
  });
  await withRow(send, 'GET /api/arbitrage/opportunities', 'opportunities');
  for (const path of [
    'status',
    'metrics',
    'ai-metrics',
    'exchanges',
    'spot_futures',
    'balance',
    'performance',
  ] as const)
    await send({ call: `GET /api/arbitrage/${path}` });
  const triangular = '/api/arbitrage/triangular';
  await send({ call: `GET ${triangular}`, url: `${triangular}?symbol=${SYMBOL}&venues=BINANCE,BYBIT` });
  await send({
    call: 'POST /api/trading/execute_live',
    isPatient: true,
    body: {
      symbol: SYMBOL,
      mode: 'ARB',
      venues: ['BYBIT', 'OKX'],
      notional_usd: 300,
      with_bracket: 'panic',
      tp_bps: 35,
      sl_bps: 25,
      accept_negative: true,
    },
  });
  const planned = await send({
    call: 'POST /api/trading/carry/plan',
    body: { symbol: 'SOLUSDT', venues: VENUES },
    mayBeEmpty: true,
  });
  const { best } = planned.body as { best?: { venue: string; suggested_side: string } | null };
  await send({
    call: 'POST /api/trading/carry/execute',
    isPatient: true,
    body: {
      symbol: 'SOLUSDT',
      venue: best?.venue ?? 'BYBIT',
      side: best?.suggested_side ?? 'long',
      notional_usd: 300,
      accept_negative: true,
    },
  });
  await send({ call: 'POST /api/arbitrage/stop', body: {} });
}

/** Asks until the list has a row, and then once more, strictly: what an engine does shows a moment later. */
async function withRow(send: Send, call: Step['call'], name: string): Promise<Outcome> {
  const isThere = async (): Promise<boolean> =>
    Object.keys(firstRow(await send({ call, mayBeEmpty: true }), name)).length > 0;
  await until(`a row of ${name}`, SETTLED_WITHIN_MS, isThere);
  return send({ call });
}

function firstRow({ body }: Outcome, name: string): Readonly<Record<string, unknown>> {
  const rows = (body as Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> | null)?.[name];
  return rows?.[0] ?? {};
}

/** Test files by the beginning of the paths they test, under `apps/server/src/http`; the first that fits is the one. */
const TESTS: readonly (readonly [beginning: string, file: string])[] = [
  ['/api/gate/', 'routes/gate.test.ts'],
  ['/api/auth/', 'routes/auth.test.ts'],
  ['/api/audit/stream', 'streams/audit-hub.test.ts'],
  ['/api/audit/', 'routes/audit.test.ts'],
  ['/api/admin/connections', 'routes/connections.test.ts'],
  ['/api/api/admin/connections', 'routes/connections.test.ts'],
  ['/api/network/', 'routes/connections.test.ts'],
  ['/api/selfcheck', 'routes/connections.test.ts'],
  ['/api/notify/', 'routes/notify.test.ts'],
  ['/api/settings/notifications', 'routes/notify.test.ts'],
  ['/api/settings/security', 'hooks/account-hook.test.ts'],
  ['/api/settings/risk', 'routes/risk.test.ts'],
  ['/api/kill-switch', 'routes/risk.test.ts'],
  ['/api/trading/risk', 'routes/risk.test.ts'],
  ['/api/trading/advanced/trailing_orders', 'routes/radar.test.ts'],
  ['/api/trading/advanced/', 'routes/risk.test.ts'],
  ['/api/trading/execute_live', 'routes/execute-live.test.ts'],
  ['/api/trading/carry/', 'routes/carry.test.ts'],
  ['/api/trading/symbols/', 'routes/symbols.test.ts'],
  ['/api/trading/order/', 'routes/orders.test.ts'],
  ['/api/trading/precheck', 'routes/orders.test.ts'],
  ['/api/trading/account', 'routes/orders.test.ts'],
  ['/api/trading/positions', 'routes/orders.test.ts'],
  ['/api/portfolio/positions', 'routes/orders.test.ts'],
  ['/api/trading/engine/position_management', 'routes/orders.test.ts'],
  ['/api/trading/performance', 'routes/history.test.ts'],
  ['/api/trading/pnl_pro', 'routes/history.test.ts'],
  ['/api/trading/engine/advanced_status', 'routes/history.test.ts'],
  ['/api/portfolio/balances', 'routes/balances.test.ts'],
  ['/api/portfolio/', 'routes/history.test.ts'],
  ['/api/trading/start', 'routes/engines.test.ts'],
  ['/api/trading/stop', 'routes/engines.test.ts'],
  ['/api/trading/mode', 'routes/engines.test.ts'],
  ['/api/trading/engine/start_all', 'routes/engines.test.ts'],
  ['/api/trading/engine/stop_all', 'routes/engines.test.ts'],
  ['/api/trading/engine/pas_trader/', 'routes/engines.test.ts'],
  ['/api/trading/engine/oraculis/', 'routes/engines.test.ts'],
  ['/api/trading/engine/live_prices', 'routes/routes.test.ts'],
  ['/api/trading/engine/trading_chart_data', 'routes/routes.test.ts'],
  ['/api/price/', 'routes/routes.test.ts'],
  ['/api/trading/health', 'routes/health.test.ts'],
  ['/api/health', 'routes/health.test.ts'],
  ['/api/trading/', 'routes/trading-figures.test.ts'],
  ['/api/arbitrage/triangular', 'routes/arbitrage-market.test.ts'],
  ['/api/arbitrage/opportunities', 'routes/routes.test.ts'],
  ['/api/arbitrage/spot_futures', 'routes/routes.test.ts'],
  ['/api/arbitrage/exchanges', 'routes/routes.test.ts'],
  ['/api/arbitrage/st', 'routes/routes.test.ts'],
  ['/api/arbitrage/', 'routes/arbitrage.test.ts'],
  ['/api/stream', 'streams/stream.test.ts'],
  ['/api/openapi.json', 'http.test.ts'],
  ['/api/docs', 'http.test.ts'],
  ['/metrics', 'routes/routes.test.ts'],
  ['/', 'routes/routes.test.ts'],
];
const FOLDER = 'apps/server/src/http';

/**
 * Returns the file that tests a call; null when it is not there, or does not speak of the call: the last words of the path must stand in it.
 * `read` returns what a file says, null for one that is not there.
 */
export function provingTest(call: string, read: (file: string) => string | null): string | null {
  const [, path = ''] = call.split(' ');
  const name = TESTS.find(([beginning]) => path.startsWith(beginning))?.[1];
  const file = `${FOLDER}/${name}`;
  const text = read(file);
  const last = path.split('/').findLast((part) => part !== '' && !part.startsWith(':')) ?? path;
  return text?.includes(last) === true ? file : null;
}

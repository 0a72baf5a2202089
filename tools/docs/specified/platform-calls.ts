import { under, type SpecifiedCall } from './specified-call.ts';

const VENUE_STATUS = ['ok', 'updated_at'].concat(
  under(
    'venues.*',
    'enabled',
    'api_key_configured',
    'api_secret_configured',
    'api_key_masked',
    'connected',
    'last_test_at',
    'hasKeys',
    'hasFuturesPermission',
  ),
);
const CONNECTION_FIELDS = ['exchange', 'api_key', 'api_secret', 'scopes', 'passphrase', 'enabled'];
const PERFORMANCE = ['daily_pnl', 'win_rate', 'active_positions', 'total_trades', 'total_pnl', 'largest_win'];
const SESSION = [
  'id',
  'session_name',
  'exchanges',
  'assets',
  'min_spread_bps',
  'max_position_pct',
  'ai_enabled',
  'confidence_threshold',
  'is_active',
  'total_opportunities',
  'executed_trades',
  'total_profit_usd',
  'success_rate',
  'started_at',
  'stopped_at',
];
const OPPORTUNITY = [
  'asset',
  'buy_exchange',
  'sell_exchange',
  'spread_pct',
  'volume_usd',
  'timestamp',
  'confidence',
  'policy',
  'policy_reason',
  'mode',
];
const POLICIES = under(
  'execution_policies',
  'futures_futures_executable',
  'spot_futures_evaluating',
  'spot_futures_executable',
  'spot_futures_crossvenue_evaluating',
);
const HEALTH = [
  'ok',
  'overall_status',
  'uptime_seconds',
  'learning_agents.oraculis.running',
  'learning_agents.arbitrage.running',
];

const GATE: readonly Omit<SpecifiedCall, 'source'>[] = [
  { call: 'GET /api/gate/status', answers: ['ok', 'authenticated'] },
  { call: 'POST /api/gate/unlock', takes: ['password'], answers: ['ok'] },
  { call: 'POST /api/gate/password/set', takes: ['new_password'], answers: ['ok', 'detail', 'message'] },
];

const AUTH: readonly Omit<SpecifiedCall, 'source'>[] = [
  {
    call: 'POST /api/auth/login',
    takes: ['email', 'email_or_username', 'password', 'rememberMe'],
    answers: ['ok', 'access_token', 'refresh_token', 'user.email', 'user.is_verified', 'message'],
  },
  { call: 'POST /api/auth/logout', answers: ['ok', 'message'] },
  { call: 'POST /api/auth/register', takes: ['email', 'password', 'confirmPassword'], answers: ['ok', 'message'] },
  { call: 'GET /api/auth/me', answers: ['ok', 'user.email', 'user.is_verified'] },
  { call: 'POST /api/auth/forgot-password', takes: ['email'], answers: ['ok', 'message'] },
  { call: 'POST /api/auth/reset-password', takes: ['token', 'password'], answers: ['ok', 'message'] },
  { call: 'POST /api/auth/verify-email', takes: ['code'], answers: ['ok', 'message'] },
  { call: 'POST /api/auth/refresh', answers: ['access_token'] },
];

const TRADING: readonly Omit<SpecifiedCall, 'source'>[] = [
  {
    call: 'GET /api/trading/status',
    answers: [
      'active',
      'symbol',
      ...under(
        'positions[]',
        'symbol',
        'side',
        'size',
        'entry_price',
        'mark_price',
        'unrealized_pnl',
        'contracts',
        'notional',
        'roe_pct',
      ),
      'leverage',
      'account.equity',
      'mode',
      'risk_level',
      'exchange',
      'trading_ready',
      'egress_ip',
      'binance.connected',
      'binance.mode',
      ...under('stats', 'trades_taken', 'avg_hold_s', 'fees_bps_accum', 'avg_edge_bps', 'router_votes_hist'),
    ],
  },
  { call: 'GET /api/trading/account', takes: ['scope'], answers: ['ok', 'account.equity'] },
  {
    call: 'POST /api/trading/start',
    takes: ['mode', 'venue', 'symbols', 'risk_level', 'auto_pick'],
    answers: ['ok', 'message'],
  },
  { call: 'POST /api/trading/stop', answers: ['ok', 'message'] },
  { call: 'POST /api/trading/mode', takes: ['mode'], answers: ['ok'] },
  { call: 'POST /api/trading/risk', takes: ['risk_level'], answers: ['ok', 'risk_level'] },
  {
    call: 'POST /api/trading/order/preview',
    takes: ['venue', 'market', 'symbol', 'side', 'type', 'qty', 'notional_usd', 'price', 'reduce_only', 'tif'],
    answers: ['ok', 'preview_id', 'qty', 'fee_usd', 'expected_slippage_bps', 'margin_usd', 'gates[].ok'],
  },
  { call: 'POST /api/trading/order/execute', takes: ['preview_id'], answers: ['ok'] },
  { call: 'GET /api/trading/health', answers: HEALTH },
  { call: 'GET /api/trading/performance', answers: ['ok', ...PERFORMANCE] },
  { call: 'GET /api/trading/positions', answers: ['ok', 'positions[].symbol'] },
  { call: 'GET /api/trading/engine/status', answers: ['status', 'trading_ready', 'real_data'] },
  { call: 'GET /api/trading/engine/advanced_status', answers: ['ok', 'advanced_status'] },
  { call: 'GET /api/trading/engine/live_prices', answers: ['prices[].symbol', 'prices[].price'] },
  {
    call: 'GET /api/trading/engine/trading_chart_data',
    takes: ['symbol', 'timeframe', 'limit'],
    answers: ['ok', 'data[].close'],
  },
  { call: 'GET /api/trading/engine/smart_profit_analytics', answers: ['ok'] },
  {
    call: 'POST /api/trading/engine/position_management',
    takes: ['action', 'position_id', 'extras'],
    answers: ['ok'],
  },
];

const ARBITRAGE: readonly Omit<SpecifiedCall, 'source'>[] = [
  { call: 'GET /api/arbitrage/opportunities', answers: ['ok', ...under('opportunities[]', ...OPPORTUNITY)] },
  {
    call: 'GET /api/arbitrage/status',
    answers: ['ok', 'scanning', 'venues', 'reason', ...POLICIES, ...under('session', ...SESSION)],
  },
  {
    call: 'GET /api/arbitrage/metrics',
    answers: ['total_pnl', 'success_rate', 'opportunities_found', 'executed_today'],
  },
  { call: 'GET /api/arbitrage/ai-metrics', answers: ['metrics'] },
  { call: 'GET /api/arbitrage/exchanges', answers: ['ok', 'exchanges'] },
  { call: 'GET /api/arbitrage/spot_futures', answers: ['ok', 'opportunities'] },
  { call: 'GET /api/arbitrage/balance', answers: ['ok', 'total_usd', 'balances'] },
  { call: 'GET /api/arbitrage/performance', answers: ['ok', 'performance'] },
  {
    call: 'POST /api/arbitrage/start',
    takes: ['min_spread_bps', 'max_position_usd', 'venues'],
    answers: ['ok', 'message'],
  },
  { call: 'POST /api/arbitrage/stop', answers: ['ok', 'message'] },
  { call: 'GET /api/arbitrage/triangular', takes: ['symbol', 'venues'], answers: POLICIES },
];

const ADMIN: readonly Omit<SpecifiedCall, 'source'>[] = [
  { call: 'GET /api/admin/connections', answers: VENUE_STATUS },
  { call: 'PUT /api/admin/connections', takes: CONNECTION_FIELDS, answers: ['ok'] },
  { call: 'PUT /api/api/admin/connections', takes: CONNECTION_FIELDS, answers: ['ok'] },
  { call: 'GET /api/admin/connections/status', answers: VENUE_STATUS },
  { call: 'GET /api/admin/connections/status/legacy', answers: VENUE_STATUS },
  {
    call: 'POST /api/admin/connections/test',
    takes: ['exchange'],
    answers: ['ok', 'spot_ok', 'futures_ok', 'detail', 'error'],
  },
];

const PORTFOLIO: readonly Omit<SpecifiedCall, 'source'>[] = [
  {
    call: 'GET /api/portfolio/balances',
    answers: [
      'success',
      'balances',
      ...under('summary', 'total_usd', 'exchanges_connected', 'total_exchanges'),
      ...under('exchanges.*', 'status', 'spot.usd', 'futures.usd'),
      ...under('exchanges.*.spot.assets[]', 'asset', 'free', 'locked', 'total'),
      'ts',
      'total_usd',
      'spot_usd',
      'futures_margin_usd',
    ],
  },
  { call: 'GET /api/portfolio/positions', answers: ['positions[].symbol'] },
  { call: 'GET /api/portfolio/performance', answers: ['success', ...under('performance', ...PERFORMANCE)] },
  {
    call: 'GET /api/portfolio/history',
    answers: [
      'success',
      ...under('history[]', 'id', 'timestamp', 'symbol', 'side', 'quantity', 'size', 'price', 'pnl', 'engine'),
    ],
  },
  { call: 'GET /api/network/egress-ip', answers: ['egress_ip'] },
  { call: 'GET /api/selfcheck', answers: ['server_ip', 'outbound_ip'] },
  { call: 'GET /api/health', answers: HEALTH },
];

/** Calls of the document about the platform: access, shell, dashboard, arbitrage, connections, portfolio, settings. */
export const PLATFORM_CALLS: readonly SpecifiedCall[] = [
  ...GATE,
  ...AUTH,
  ...TRADING,
  ...ARBITRAGE,
  ...ADMIN,
  ...PORTFOLIO,
].map((call) => ({ ...call, source: 'platform' }));

import { under, type SpecifiedCall } from './specified-call.ts';

type Call = Omit<SpecifiedCall, 'source'>;

const AUDIT_FILTERS = ['since', 'until', 'symbol', 'venues', 'limit', 'offset'];
const TRADE_ROW = ['id', 'created_ts', 'symbol', 'venues', 'payload', 'result'];
const EVENT_ROW = ['id', 'created_ts', 'event', 'severity', 'symbol', 'venues', 'payload'];

const AUDIT: readonly Call[] = [
  {
    call: 'GET /api/audit/trades',
    takes: AUDIT_FILTERS,
    answers: ['ok', ...under('rows[]', ...TRADE_ROW), 'total'],
  },
  { call: 'GET /api/audit/trades/export', isRaw: true, answers: [] },
  {
    call: 'GET /api/audit/events',
    takes: AUDIT_FILTERS,
    answers: ['ok', ...under('rows[]', ...EVENT_ROW), 'total'],
  },
  { call: 'GET /api/audit/trades/:id', answers: ['ok', ...under('row', ...TRADE_ROW)] },
  { call: 'GET /api/audit/events/:id', answers: ['ok', ...under('row', ...EVENT_ROW)] },
  { call: 'GET /api/audit/stream', isRaw: true, answers: [] },
];

const CAPITAL_SETTINGS = ['balance_weight', 'latency_weight', 'fee_weight', 'min_allocation', 'max_allocation'];
const TRAILING_INPUT = [
  'order_id',
  'symbol',
  'side',
  'entry_price',
  'quantity',
  'initial_tp_price',
  'trailing_distance_pct',
  'max_trailing_pct',
];

const ADVANCED: readonly Call[] = [
  {
    call: 'GET /api/trading/advanced/capital_allocation',
    answers: ['allocations', 'total_capital', ...under('settings', ...CAPITAL_SETTINGS)],
  },
  { call: 'POST /api/trading/advanced/capital_allocation', takes: CAPITAL_SETTINGS, answers: ['ok'] },
  {
    call: 'GET /api/trading/advanced/cooldowns',
    answers: [
      ...under('active_cooldowns.*', 'symbol', 'venue', 'action', 'remaining_seconds', 'total_duration'),
      'count',
    ],
  },
  {
    call: 'POST /api/trading/advanced/cooldowns',
    takes: ['symbol', 'venue', 'action', 'duration_seconds'],
    answers: ['ok'],
  },
  {
    call: 'GET /api/trading/advanced/trailing_orders',
    answers: [...under('trailing_orders[]', ...TRAILING_INPUT, 'state', 'current_tp_price', 'best_price'), 'count'],
  },
  { call: 'POST /api/trading/advanced/trailing_orders', takes: TRAILING_INPUT, answers: ['ok'] },
  { call: 'PUT /api/trading/advanced/trailing_orders/:id/start', answers: ['ok'] },
  { call: 'DELETE /api/trading/advanced/trailing_orders/:id', answers: ['ok'] },
];

const GUARD = [
  'sl_bps',
  'tp_bps',
  'breakeven_arm_bps',
  'trail_enable',
  'trail_step_bps',
  'trail_rearm_bps',
  'reentry_enable',
  'reentry_cooldown_sec',
  'reentry_edge_buffer_bps',
  'reentry_max_attempts',
  'reentry_auto_execute',
];
const CHANNELS = [
  'console.enabled',
  'telegram.enabled',
  'telegram.chat_id',
  'whatsapp.enabled',
  'whatsapp.to',
  'email.enabled',
  'email.to',
  'webhook.enabled',
  'webhook.url',
];
const PREFS = [
  'enabled',
  'min_severity',
  'respect_quiet',
  'quiet_start',
  'quiet_end',
  ...under('channels', ...CHANNELS),
].map((name) => `prefs.${name}`);

const TRADES: readonly Call[] = [
  {
    call: 'POST /api/trading/execute_live',
    takes: ['symbol', 'mode', 'venues', 'qty', 'notional_usd', 'with_bracket', 'tp_bps', 'sl_bps'],
    answers: ['ok'],
  },
  {
    call: 'POST /api/trading/carry/plan',
    takes: ['symbol', 'venues'],
    answers: ['best.venue', 'best.suggested_side'],
  },
  {
    call: 'POST /api/trading/carry/execute',
    takes: ['symbol', 'venue', 'side', 'qty', 'notional_usd'],
    answers: ['ok'],
  },
  { call: 'GET /api/notify/settings', answers: PREFS },
  {
    call: 'POST /api/notify/settings',
    takes: ['enabled', 'min_severity', 'respect_quiet', 'quiet_start', 'quiet_end', 'channels', 'prefs'],
    answers: PREFS,
  },
  { call: 'POST /api/notify/test', takes: ['severity', 'title', 'body'], answers: ['ok'] },
  { call: 'GET /api/trading/pnl_pro', answers: ['realized_total', 'realized_by_symbol', 'count'] },
  {
    call: 'POST /api/trading/precheck',
    takes: ['symbol', 'mode', 'venues', 'qty', 'notional_usd'],
    answers: ['ok', 'suggestion.suggested_qty_quantized', 'decisions[].gate', 'decisions[].ok'],
  },
  { call: 'GET /api/trading/risk', answers: under('config', ...GUARD) },
  { call: 'POST /api/trading/risk', takes: GUARD, answers: under('config', ...GUARD) },
];

const SYMBOL_CELL = [
  'supported',
  'symbol',
  'type',
  'linear',
  'inverse',
  'price',
  'min_qty',
  'min_cost',
  'qty_for_100usdt',
  'can_trade_100usdt',
  'reason',
];
const POSITION = ['symbol', 'side', 'size', 'entry_price', 'mark_price', 'pnl', 'pnl_pct', 'leverage'];
const ENGINE_STATUS = [
  'system.trading_engines_loaded',
  'system.active_threads',
  'engines.pas_trader.running',
  'engines.pas_trader.positions',
  'engines.pas_trader.performance.total_pnl',
  'engines.oraculis.running',
  'engines.oraculis.arms',
  ...under('settings', 'engine_cap_usd', 'leverage_max', 'risk_pct', 'timeframe', 'enable_liq_sniper', 'auto_pick'),
  ...under(
    'performance',
    'win_rate',
    'positions_opened',
    'avg_hold_time_minutes',
    'sharpe_ratio',
    'pas_trader.total_pnl',
  ),
];

const ENGINES: readonly Call[] = [
  {
    call: 'POST /api/trading/symbols/validate',
    takes: ['symbols', 'venues', 'with_prices'],
    answers: [...under('matrix.*.*', ...SYMBOL_CELL), 'venues'],
  },
  {
    call: 'POST /api/trading/symbols/rotation_plan',
    takes: ['symbols', 'venues'],
    answers: ['arb_ready_symbols', 'details'],
  },
  { call: 'POST /api/trading/symbols/bulk_upsert', takes: ['items'], answers: ['ok'] },
  { call: 'POST /api/trading/engine/pas_trader/start', answers: ['success'] },
  { call: 'POST /api/trading/engine/pas_trader/stop', answers: ['success'] },
  { call: 'POST /api/trading/engine/oraculis/start', answers: ['success'] },
  { call: 'POST /api/trading/engine/oraculis/stop', answers: ['success'] },
  {
    call: 'GET /api/trading/engine/pro',
    answers: ['vol_bps', 'dyn_spread_bps', 'edge_bps', 'qty', 'action', 'pair'],
  },
  {
    call: 'GET /api/price/ticker',
    takes: ['symbol'],
    answers: under(
      'tickers.*',
      'ok',
      'latency_ms',
      'price',
      'error',
      'fees_bps.maker_bps',
      'fees_bps.taker_bps',
      'balance.free',
      'balance.total',
    ),
  },
  { call: 'GET /api/trading/engine/status', answers: ENGINE_STATUS },
  {
    call: 'GET /api/trading/engine/advanced_status',
    answers: [
      'ok',
      ...under(
        'advanced_status',
        'active_positions',
        'max_positions',
        'total_equity',
        'available_capital',
        'allocated_capital',
        'total_pnl',
        'daily_pnl',
      ),
      ...under(
        'advanced_status.positions[]',
        'id',
        'symbol',
        'side',
        'entry_price',
        'current_price',
        'pnl_usd',
        'pnl_pct',
        'reasoning',
      ),
    ],
  },
  { call: 'POST /api/trading/engine/position_management', takes: ['action', 'position_id'], answers: ['ok'] },
  {
    call: 'GET /api/trading/engine/live_prices',
    answers: under('prices[]', 'symbol', 'price', 'change_24h', 'volume_24h', 'last_updated'),
  },
  {
    call: 'GET /api/trading/engine/trading_chart_data',
    takes: ['symbol', 'timeframe', 'limit'],
    answers: ['ok', ...under('data[]', 'timestamp', 'open', 'high', 'low', 'close', 'volume')],
  },
  { call: 'GET /api/trading/positions', answers: under('positions[]', ...POSITION) },
  {
    call: 'GET /api/trading/metrics',
    answers: [
      ...under('performance', 'daily_pnl', 'success_rate', 'active_positions', 'daily_trades'),
      ...under('binance', 'account_equity_usd', 'available_balance', 'unrealized_pnl'),
    ],
  },
];

/** Calls that stand in the other document as well; what they answer there is not said twice. */
const SHARED: readonly Call[] = [
  { call: 'POST /api/gate/unlock', takes: ['password'], answers: ['ok'] },
  { call: 'POST /api/gate/password/set', takes: ['new_password'], answers: ['ok', 'detail', 'message'] },
  {
    call: 'GET /api/admin/connections/status',
    answers: under('venues.*', 'connected', 'hasKeys', 'hasFuturesPermission'),
  },
  {
    call: 'GET /api/trading/status',
    answers: ['active', 'mode', 'risk_level', 'trading_ready', 'egress_ip', 'binance.connected', 'binance.mode'],
  },
  {
    call: 'POST /api/trading/start',
    takes: ['mode', 'venue', 'symbols', 'risk_level', 'auto_pick'],
    answers: ['ok'],
  },
  { call: 'POST /api/trading/stop', answers: ['ok'] },
  { call: 'GET /api/trading/performance', answers: ['ok'] },
  { call: 'GET /api/arbitrage/status', answers: ['ok'] },
  {
    call: 'GET /api/portfolio/balances',
    answers: ['exchanges', 'ts', 'total_usd', 'spot_usd', 'futures_margin_usd'],
  },
];

/** Calls of the document about the pro dashboard, the audit log, the live tail and the futures screen. */
export const PRO_CALLS: readonly SpecifiedCall[] = [...AUDIT, ...ADVANCED, ...TRADES, ...ENGINES, ...SHARED].map(
  (call) => ({
    ...call,
    source: 'pro',
  }),
);

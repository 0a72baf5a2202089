import { under, type SpecifiedCall } from './specified-call.ts';

type Call = Omit<SpecifiedCall, 'source'>;

const RISK_SETTINGS = under('settings', 'max_position_usd', 'daily_loss_pct', 'max_leverage', 'stop_loss_pct');
const SWITCHES = ['trade_notifications', 'arbitrage_alerts', 'email_reports'];
const ENGINES = ['ok', 'message', 'engines'];

const CALLS: readonly Call[] = [
  { call: 'POST /api/trading/engine/start_all', answers: ENGINES },
  { call: 'POST /api/trading/engine/stop_all', answers: ENGINES },
  { call: 'POST /api/auth/resend-verification', takes: ['email'], answers: ['ok', 'message'] },
  { call: 'POST /api/auth/totp/enrol', answers: ['ok', 'secret', 'otpauth_uri'] },
  { call: 'POST /api/auth/totp/confirm', takes: ['otp'], answers: ['ok', 'recovery_codes'] },
  { call: 'POST /api/auth/totp/disable', takes: ['password', 'otp'], answers: ['ok'] },
  { call: 'GET /api/kill-switch', answers: ['ok', 'level', 'reason', 'since'] },
  { call: 'POST /api/kill-switch', takes: ['level', 'reason'], answers: ['ok', 'level', 'report'] },
  { call: 'POST /api/kill-switch/release', answers: ['ok', 'level'] },
  { call: 'POST /api/gate/lock', answers: ['ok'] },
  { call: 'GET /api/trading/risk', answers: ['ok', 'config', 'risk_level'] },
  { call: 'GET /api/settings/risk', answers: ['ok', ...RISK_SETTINGS] },
  {
    call: 'PUT /api/settings/risk',
    takes: ['max_position_usd', 'daily_loss_pct', 'max_leverage', 'stop_loss_pct', 'flatten_on_daily_loss'],
    answers: ['ok', ...RISK_SETTINGS],
  },
  { call: 'GET /api/settings/notifications', answers: ['ok', ...under('settings', ...SWITCHES)] },
  { call: 'PUT /api/settings/notifications', takes: SWITCHES, answers: ['ok', ...under('settings', ...SWITCHES)] },
  { call: 'GET /api/settings/security', answers: ['ok', 'require_account_for_trading'] },
  {
    call: 'PUT /api/settings/security',
    takes: ['require_account_for_trading'],
    answers: ['ok', 'require_account_for_trading'],
  },
  { call: 'GET /api/portfolio/history', takes: ['engine', 'days'], answers: ['ok', 'history'] },
  { call: 'GET /api/stream', isRaw: true, answers: [] },
  { call: 'GET /api/openapi.json', isRaw: true, answers: [] },
  { call: 'GET /api/docs', isRaw: true, answers: [] },
  { call: 'GET /healthz', isRaw: true, answers: [] },
  { call: 'GET /readyz', isRaw: true, answers: [] },
  { call: 'GET /metrics', isRaw: true, answers: [] },
];

/** Calls that were decided where the documents are silent. */
export const SETTLED_CALLS: readonly SpecifiedCall[] = CALLS.map((call) => ({ ...call, source: 'settled' }));

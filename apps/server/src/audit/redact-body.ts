/**
 * Fields of request bodies that an audit row shows as they were sent. A closed list: a field that is not on it is a secret until somebody
 * has thought about it. `redact-body.test.ts` goes through every call.
 */
export const SHOWN_FIELDS: ReadonlySet<string> = namesIn(`
  accept_negative action all allow_private apply approvals arbitrage_alerts audit_days auto_execute auto_pick
  balance_weight body breakeven_arm_bps budget_usd capital_frac carry_funding_flip_frac carry_leverage
  carry_max_hold_ms carry_min_apr_pct change channels colour_preset confirmation console cooldown_ms
  critical_ignores_quiet daily_loss_pct days dca_distances_pct dca_enabled dca_factor dca_levels dca_min_gap_ms
  decisions_days density depth_bps depth_multiple disaster_stop_bps duration_seconds email_reports enabled
  engine entry_price entry_ttl_ms events exchange exit_spread_bps extras failure_cooldown_ms fee_weight
  fixed_alt_usd fixed_arm_id fixed_btc_usd fixed_eth_usd flatten_on_daily_loss floor_usd funding_window_ms
  futures id ids initial_tp_price is_dismissed is_learning is_spot_futures_executable items journal_days latency_weight level
  leverage liquidation_to_stop_ratio loss_cap_usd margin_alert_pct margin_reduce_pct market max_allocation
  max_book_age_ms max_concurrent max_concurrent_pairs max_day_change_frac max_displacement_bps max_funding_frac
  max_gross_bps max_hold_ms max_leverage max_notional_usd max_position_usd max_reprices max_send_book_age_ms
  max_slippage_bps max_spread_bps max_trade_usd max_trades_per_hour max_trailing_pct max_vwap_age_ms
  min_allocation min_day_volume_usd min_displacement_bps min_entry_net_bps min_listed_days min_net_bps
  min_round_trip_net_bps min_severity min_spread_bps min_vwap_minutes mode n_min net_exposure_frac
  notifications_days notional_usd opportunity_id order_id pair_cooldown_ms phrase policy position_id prefs
  preview_id price protect_bps qty quantity quiet_end quiet_start reason recordings_days reduce_only
  reentry_auto_execute reentry_cooldown_sec reentry_edge_buffer_bps reentry_enable reentry_max_attempts
  rememberMe repair_extra_bps require_account_for_trading respect_quiet risk_level risk_usd scale scopes seed
  sequencing severity shadow_horizon_ms shadow_latency_ms side single_event_factor sl_bps slip_reserve_bps spot
  stop_loss_pct subject symbol symbols telegram template template_language theme threshold_by tif time_stop_ms
  time_zone title tp_bps trade_notifications trail_enable trail_rearm_bps trail_step_bps trailing_distance_pct
  turnover_frac type venue venues webhook whatsapp window_ms with_bracket with_prices zone
`);

/** Fields that are known and never shown. */
export const HIDDEN_FIELDS: ReadonlySet<string> = namesIn(`
  api_key api_secret backup_code bot_token chat_id code confirmPassword current_password email email_or_username
  gate_password new_password newPassword otp passphrase password phone_id recovery_code refresh_token secret to
  token url username
`);

export const REDACTED = '[redacted]';
const TEXT_MAX = 500;
const ITEMS_MAX = 50;
const DEPTH_MAX = 6;

/** Returns a request's body as an audit row may keep it: known fields, bounded in length and depth; all else is `[redacted]`. */
export function redactBody(body: unknown, depth = 0): unknown {
  if (body === null || typeof body === 'boolean' || typeof body === 'number') return body;
  if (typeof body === 'string') return body.length > TEXT_MAX ? `${body.slice(0, TEXT_MAX)}…` : body;
  if (typeof body !== 'object' || depth >= DEPTH_MAX) return REDACTED;
  if (Array.isArray(body)) {
    const shown = body.slice(0, ITEMS_MAX).map((item) => redactBody(item, depth + 1));
    return body.length > ITEMS_MAX ? [...shown, `… ${body.length - ITEMS_MAX} more`] : shown;
  }
  const entries = Object.entries(body).slice(0, ITEMS_MAX);
  let unknown = 0;
  const kept: [string, unknown][] = [];
  for (const [name, value] of entries) {
    if (SHOWN_FIELDS.has(name)) kept.push([name, redactBody(value, depth + 1)]);
    else if (HIDDEN_FIELDS.has(name)) kept.push([name, REDACTED]);
    else unknown += 1;
  }
  // WHY: the name of an unknown field is text of the sender's, and may be the secret itself.
  return Object.fromEntries(unknown === 0 ? kept : [...kept, ['unknown_fields', unknown]]);
}

function namesIn(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter((name) => name !== ''));
}

import { ENGINE_SETTING_BOUNDS, type EngineSettings } from '@riptide/contracts/calls';

export type SettingName = keyof EngineSettings;

export interface SettingField {
  readonly name: SettingName;
  readonly label: string;
  readonly unit: string;
  readonly hint: string;
}

export interface SettingGroup {
  readonly title: string;
  readonly fields: readonly SettingField[];
}

const field = (name: SettingName, label: string, unit: string, hint = ''): SettingField => ({
  name,
  label,
  unit,
  hint,
});

/** Every setting of an engine, in the order in which a trade meets them. */
export const SETTING_GROUPS: readonly SettingGroup[] = [
  {
    title: 'Where and what',
    fields: [
      field('venue', 'Venue', '', 'Trades here; liquidations of every venue count'),
      field('symbols', 'Symbols', '', 'Split by commas'),
      field('auto_pick', 'Pick symbols by itself', '', 'Also trades what passes the gates of the universe'),
      field('mode', 'Mode', ''),
      field('risk_level', 'Risk level', '', 'Scales the numbers below, which are those of medium'),
    ],
  },
  {
    title: 'Trigger',
    fields: [
      field('threshold_by', 'Threshold by', '', 'Percentile of past windows, a fixed amount, or a share of turnover'),
      field('floor_usd', 'Threshold floor', 'USD', 'Never below this'),
      field('fixed_btc_usd', 'Fixed threshold BTC', 'USD', 'Also used while fewer than 50 windows were seen'),
      field('fixed_eth_usd', 'Fixed threshold ETH', 'USD'),
      field('fixed_alt_usd', 'Fixed threshold others', 'USD'),
      field('turnover_frac', 'Share of turnover', '0 to 1', 'Of 24 h quote volume, per 300 s of window'),
      field('n_min', 'Least liquidations', 'events', 'In the window'),
      field('single_event_factor', 'One alone counts at', 'x threshold'),
      field('window_ms', 'Window', 'ms'),
      field('cooldown_ms', 'Cooldown', 'ms', 'Of a symbol and side after a trade'),
    ],
  },
  {
    title: 'Gates',
    fields: [
      field('min_displacement_bps', 'Least displacement', 'bps', 'Of the price from its average'),
      field('max_displacement_bps', 'Largest displacement', 'bps', 'Beyond it is taken for a fault of the data'),
      field('min_vwap_minutes', 'Average needs', 'minutes'),
      field('max_vwap_age_ms', 'Oldest average', 'ms'),
      field('max_book_age_ms', 'Oldest book', 'ms'),
      field('min_listed_days', 'Listed at least', 'days', '0 switches it off'),
      field('min_day_volume_usd', 'Least day volume', 'USD', '0 switches it off'),
      field('max_day_change_frac', 'Largest day change', 'of 1'),
      field('max_spread_bps', 'Widest spread', 'bps'),
      field('max_funding_frac', 'Largest funding', 'of 1'),
      field('funding_window_ms', 'Pause around funding', 'ms', 'Each side; 0 is off'),
    ],
  },
  {
    title: 'Entry and exit',
    fields: [
      field('fixed_arm_id', 'Fixed arm', '', 'Done while Oraculis does not choose'),
      field('entry_ttl_ms', 'Life of an entry', 'ms', 'Then repriced or given up'),
      field('max_reprices', 'Reprices', 'times'),
      field('max_slippage_bps', 'Largest slippage', 'bps'),
      field('time_stop_ms', 'Time stop', 'ms'),
      field('min_net_bps', 'Least net', 'bps', 'After costs'),
      field('slip_reserve_bps', 'Slippage reserve', 'bps'),
    ],
  },
  {
    title: 'Size and limits',
    fields: [
      field('risk_usd', 'Risk per trade', 'USD', 'Loss at the stop, before fees'),
      field('max_notional_usd', 'Largest trade', 'USD'),
      field('capital_frac', 'Share of capital', '0 to 1', 'Per trade'),
      field('leverage', 'Leverage', 'x'),
      field('liquidation_to_stop_ratio', 'Liquidation beyond stop', 'x'),
      field('max_concurrent', 'Positions at a time', ''),
      field('budget_usd', 'Budget', 'USD', 'Notional of all open trades'),
    ],
  },
  {
    title: 'Additions',
    fields: [
      field('dca_enabled', 'Add to open trades', '', 'Only on a new cluster of the same side'),
      field('dca_levels', 'Levels', ''),
      field('dca_distances_pct', 'Distances', '%', 'Growing, split by commas'),
      field('dca_factor', 'Size of the next', 'x'),
      field('dca_min_gap_ms', 'Least pause', 'ms'),
    ],
  },
  {
    title: 'Shadows',
    fields: [
      field('shadow_horizon_ms', 'Shadows end after', 'ms'),
      field('shadow_latency_ms', 'Delay of a shadow order', 'ms'),
    ],
  },
];

/** Gives the bounds of a number as the contract holds them, e.g. `1 to 125`; empty for what is no number. */
export function boundsOf(name: SettingName): string {
  const bounds = ENGINE_SETTING_BOUNDS[name];
  return bounds === null ? '' : `${write(bounds[0])} to ${write(bounds[1])}`;
}

function write(value: number): string {
  return Math.abs(value) < 0.001 && value !== 0 ? String(value) : value.toLocaleString('en-US');
}

/** Splits a list as it is typed: by commas and spaces, upper case, no empties. */
export function readSymbols(text: string): string[] {
  return text
    .toUpperCase()
    .split(/[\s,]+/)
    .filter((part) => part !== '');
}

/** Splits a list of numbers; what is none stays as it is typed, for the contract to refuse. */
export function readNumbers(text: string): unknown[] {
  return text
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map((part) => (Number.isFinite(Number(part)) ? Number(part) : part));
}

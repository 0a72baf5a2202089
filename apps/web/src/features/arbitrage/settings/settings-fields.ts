import { ARBITRAGE_SETTING_BOUNDS, type ArbitrageSettings } from '@riptide/contracts/calls';

type SettingName = keyof ArbitrageSettings;

export interface SettingField {
  readonly name: Exclude<SettingName, 'auto_execute' | 'sequencing' | 'is_spot_futures_executable' | 'is_learning'>;
  readonly label: string;
  /** As shown. */
  readonly unit: string;
  /** How many of the stored unit one of the shown ones is. */
  readonly per: number;
}

export interface SettingGroup {
  readonly title: string;
  readonly note: string;
  readonly fields: readonly SettingField[];
}

const SECOND_MS = 1000;
const HOUR_MS = 3_600_000;

const field = (name: SettingField['name'], label: string, unit: string, per = 1): SettingField => ({
  name,
  label,
  unit,
  per,
});

/** Every numeric setting of the arbitrage engine by what it is about, in the unit a person thinks in. */
export const SETTING_GROUPS: readonly SettingGroup[] = [
  {
    title: 'What is taken',
    note: 'An execution needs both edges; a gross edge beyond the last is taken for two coins of one name.',
    fields: [
      field('min_entry_net_bps', 'Least entry net', 'bps'),
      field('min_round_trip_net_bps', 'Least round trip net', 'bps'),
      field('max_gross_bps', 'Too good to be true over', 'bps'),
      field('max_send_book_age_ms', 'Oldest book at sending', 'ms'),
      field('depth_multiple', 'Depth over the size, both books', 'x'),
      field('depth_bps', 'Depth is counted within', 'bps'),
    ],
  },
  {
    title: 'Caps',
    note: 'They hold for executions by hand as well, except where the ticket says otherwise.',
    fields: [
      field('max_trade_usd', 'Largest execution', 'USD'),
      field('max_concurrent_pairs', 'Pairs open at once', 'pairs'),
      field('max_trades_per_hour', 'Executions an hour', 'per h'),
      field('pair_cooldown_ms', 'Pause of a pair', 's', SECOND_MS),
      field('failure_cooldown_ms', 'Pause after a failure', 's', SECOND_MS),
      field('net_exposure_frac', 'Unhedged part at most', '% of size', 0.01),
    ],
  },
  {
    title: 'Orders and repair',
    note: 'How far a limit may reach, what a missing leg may cost, and where the far stops rest at the venues.',
    fields: [
      field('protect_bps', 'Limit beyond the price at size', 'bps'),
      field('repair_extra_bps', 'Repair beyond the edge', 'bps'),
      field('disaster_stop_bps', 'Far stop', 'bps'),
      field('leverage', 'Leverage', 'x'),
    ],
  },
  {
    title: 'When a pair is closed',
    note: 'The first rule that matches closes both legs.',
    fields: [
      field('exit_spread_bps', 'Exit spread reached', 'bps'),
      field('max_hold_ms', 'Longest hold', 'h', HOUR_MS),
      field('loss_cap_usd', 'Loss cap of a pair', 'USD'),
      field('margin_alert_pct', 'Margin alert', '% of distance'),
      field('margin_reduce_pct', 'Margin closes the pair', '% of distance'),
    ],
  },
  {
    title: 'Funding carry',
    note: 'Rounds of the carry planner.',
    fields: [
      field('carry_min_apr_pct', 'Least APR', '% a year'),
      field('carry_max_hold_ms', 'Longest hold', 'h', HOUR_MS),
      field('carry_leverage', 'Leverage', 'x'),
      field('carry_funding_flip_frac', 'Funding flip closes over', '% an interval', 0.01),
    ],
  },
];

/** The names a person can change here, auto-execute aside: it has a switch and a question of its own. */
export const FORM_SETTINGS: readonly SettingName[] = (Object.keys(ARBITRAGE_SETTING_BOUNDS) as SettingName[]).filter(
  (name) => name !== 'auto_execute',
);

const SMALL_DIGITS = 3;
const EXACT_DIGITS = 12;

/** The bounds of a setting in the shown unit, e.g. `10 to 10000000`. */
export function boundsOf({ name, per }: SettingField): string {
  const bounds = ARBITRAGE_SETTING_BOUNDS[name];
  if (bounds === null) return '';
  const show = (value: number): string => {
    const shown = value / per;
    return String(Number(shown.toPrecision(Math.abs(shown) < 1 ? SMALL_DIGITS : EXACT_DIGITS)));
  };
  return `${show(bounds[0])} to ${show(bounds[1])}`;
}

import type { RiskGuard } from '@riptide/contracts/calls';

type NumberName = {
  [Name in keyof RiskGuard]: RiskGuard[Name] extends number ? Name : never;
}[keyof RiskGuard];
type SwitchName = Exclude<keyof RiskGuard, NumberName>;

interface NumberField {
  readonly name: NumberName;
  readonly label: string;
  readonly unit: string;
  readonly hint: string;
  /** Stands in the tooltip, behind the field's key. */
  readonly meaning: string;
}

interface SwitchField {
  readonly name: SwitchName;
  readonly label: string;
  readonly note: string;
}

/** The distances and counts of the guard, in the order in which a position meets them. */
export const GUARD_NUMBERS: readonly NumberField[] = [
  {
    name: 'sl_bps',
    label: 'Stop loss',
    unit: 'bps',
    hint: '1 to 5,000',
    meaning: 'bracket of a pair that names none; an engine takes the stop of its arm',
  },
  {
    name: 'tp_bps',
    label: 'Take profit',
    unit: 'bps',
    hint: '1 to 10,000',
    meaning: 'bracket of a pair that names none; an engine takes the target of its arm',
  },
  {
    name: 'breakeven_arm_bps',
    label: 'Break-even arm',
    unit: 'bps',
    hint: '0 to 10,000',
    meaning: 'gain that moves the stop to the entry',
  },
  {
    name: 'trail_step_bps',
    label: 'Trail step',
    unit: 'bps',
    hint: '1 to 5,000',
    meaning: 'distance of the stop from the best price',
  },
  {
    name: 'trail_rearm_bps',
    label: 'Trail re-arm',
    unit: 'bps',
    hint: '0 to 5,000',
    meaning: 'further gain before the stop moves again',
  },
  {
    name: 'reentry_cooldown_sec',
    label: 'Re-entry cooldown',
    unit: 's',
    hint: '0 to 86,400',
    meaning: 'wait after the exit',
  },
  {
    name: 'reentry_edge_buffer_bps',
    label: 'Re-entry buffer',
    unit: 'bps',
    hint: '0 to 1,000',
    meaning: 'more edge than the first time',
  },
  {
    name: 'reentry_max_attempts',
    label: 'Re-entry attempts',
    unit: '',
    hint: '0 to 100',
    meaning: 'entries after the first',
  },
];

/** What the guard does at all. */
export const GUARD_SWITCHES: readonly SwitchField[] = [
  { name: 'trail_enable', label: 'Trailing stop', note: 'The stop follows the best price' },
  { name: 'reentry_enable', label: 'Re-entry', note: 'Proposes to enter again after a stop' },
  { name: 'reentry_auto_execute', label: 'Auto-execute re-entry', note: 'Enters again without asking' },
];

export interface GuardChange {
  readonly name: keyof RiskGuard;
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

/** Gives what differs between two guards, in words. */
export function guardChanges(before: RiskGuard, after: RiskGuard): GuardChange[] {
  const numbers = GUARD_NUMBERS.map(({ name, label, unit }) => ({
    name,
    label,
    before: `${before[name]} ${unit}`.trim(),
    after: `${after[name]} ${unit}`.trim(),
  }));
  const switches = GUARD_SWITCHES.map(({ name, label }) => ({
    name,
    label,
    before: before[name] ? 'on' : 'off',
    after: after[name] ? 'on' : 'off',
  }));
  return [...numbers, ...switches].filter((change) => before[change.name] !== after[change.name]);
}

import type { SnipingEngine } from '@riptide/core/domain';
import { SnipingStrategy, TriggerStrategy, TRIGGER_SETTINGS, type LabRunOptions } from '@riptide/core/lab';
import { parsePasSettings, settingsHash, type PasSettings } from '@riptide/core/strategies';
import { canonicalHash } from './canonical-hash.ts';

const PAPER_USDT = '10000';

/** A strategy with its settings whole, ready to run. */
export interface LabSubject {
  readonly name: string;
  /** What a verdict is bound to: another one makes it void. */
  readonly settingsHash: string;
  readonly createStrategy: LabRunOptions['createStrategy'];
}

type Settings = Readonly<Record<string, unknown>>;

const SUBJECTS: Readonly<Record<string, (over: Settings) => LabSubject>> = {
  'pas-trader': (over) => engineSubject('pas-trader', over),
  oraculis: (over) => engineSubject('oraculis', over),
  trigger: triggerSubject,
};

/** Names of what the lab can run: the two engines, and the bare rule they are built around. */
export const LAB_SUBJECTS = Object.keys(SUBJECTS);

/**
 * Returns a subject with `over` put over its default settings.
 *
 * @throws Error naming the field, what was read and what is allowed.
 */
export function subjectOf(name: string, over: Settings): LabSubject {
  const build = SUBJECTS[name];
  if (build === undefined) throw new Error(`strategy: read ${name}, allowed is ${LAB_SUBJECTS.join(', ')}`);
  return build(over);
}

function engineSubject(engine: SnipingEngine, over: Settings): LabSubject {
  const parsed = parsePasSettings(over);
  if (!parsed.ok) {
    throw new Error(parsed.fields.map(({ field, text }) => `settings: ${field} ${text}`).join('; '));
  }
  const settings: PasSettings = parsed.value;
  return {
    name: engine,
    settingsHash: settingsHash(settings),
    createStrategy: (world) => new SnipingStrategy(world, { engine, settings, paperUsdt: PAPER_USDT }),
  };
}

function triggerSubject(over: Settings): LabSubject {
  const unknown = Object.keys(over).find((field) => !(field in TRIGGER_SETTINGS));
  if (unknown !== undefined) {
    throw new Error(`settings: ${unknown} is none of ${Object.keys(TRIGGER_SETTINGS).join(', ')}`);
  }
  const { arm } = over;
  const armOver = typeof arm === 'object' && arm !== null ? arm : {};
  const settings = { ...TRIGGER_SETTINGS, ...over, arm: { ...TRIGGER_SETTINGS.arm, ...armOver } };
  for (const [field, value] of Object.entries(settings)) {
    if (field !== 'arm' && !(typeof value === 'number' && value > 0 && Number.isFinite(value)))
      throw new Error(`settings: ${field} must be a number over 0`);
  }
  return {
    name: 'trigger',
    settingsHash: canonicalHash(settings),
    createStrategy: (world) => new TriggerStrategy(world, settings),
  };
}

import type { SnipingEngine, Venue } from '@riptide/core/domain';
import {
  SnipingStrategy,
  TriggerStrategy,
  TRIGGER_SETTINGS,
  WARM_UP_MINUTES,
  type PlantedSubject,
} from '@riptide/core/lab';
import { DEFAULT_PAS_SETTINGS, parsePasSettings, settingsHash, type PasSettings } from '@riptide/core/strategies';
import { canonicalHash } from './canonical-hash.ts';

const PAPER_USDT = '10000';

/** The arbitrage scanner's limits where all strategies run: those it is started with by default. */
const SCAN = { minEntryNetBps: 10, maxPositionUsd: 1_000 };

/** A strategy with its settings whole, ready to run. */
export type LabSubject = PlantedSubject;

/** What differs from the defaults of a strategy. */
export interface SubjectWish {
  readonly settings: Readonly<Record<string, unknown>>;
  /** Minutes of the tape before decisions count, where averages have to fill; default 100. */
  readonly warmUpMinutes?: number;
  /** Venues of the tape: an engine whose settings name none runs on the first. */
  readonly venues?: readonly Venue[];
}

const SUBJECTS: Readonly<Record<string, (wish: SubjectWish) => LabSubject>> = {
  'pas-trader': (wish) => engineSubject('pas-trader', ['pas-trader'], wish),
  oraculis: (wish) => engineSubject('oraculis', ['oraculis'], wish),
  all: (wish) => ({ ...engineSubject('all', ['pas-trader', 'oraculis'], wish), scan: SCAN }),
  trigger: triggerSubject,
};

/** Names of what the lab can run: the two engines, both with the arbitrage scanner, and the bare rule they are built around. */
export const LAB_SUBJECTS = Object.keys(SUBJECTS);

/**
 * Returns a subject with what is wished put over its default settings.
 *
 * @throws Error naming the field, what was read and what is allowed.
 */
export function subjectOf(name: string, wish: SubjectWish): LabSubject {
  const build = SUBJECTS[name];
  if (build === undefined) throw new Error(`strategy: read ${name}, allowed is ${LAB_SUBJECTS.join(', ')}`);
  return build(wish);
}

/** Names of the settings that a strategy takes, `arm.offsetBps` for one inside of `arm`. */
export function settingNames(name: string): readonly string[] {
  const settings: object = name === 'trigger' ? TRIGGER_SETTINGS : DEFAULT_PAS_SETTINGS;
  return Object.entries(settings).flatMap(([field, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.keys(value).map((inner) => `${field}.${inner}`)
      : [field],
  );
}

/** True for a strategy that knows on one tape what it learnt on those before. */
export function isLearning(name: string): boolean {
  return name === 'oraculis' || name === 'all';
}

function engineSubject(name: string, engines: readonly SnipingEngine[], wish: SubjectWish): LabSubject {
  const { settings: over, venues = [], warmUpMinutes = WARM_UP_MINUTES } = wish;
  const [venue] = venues;
  const isElsewhere =
    venue !== undefined && over['venue'] === undefined && !venues.includes(DEFAULT_PAS_SETTINGS.venue);
  const parsed = parsePasSettings(isElsewhere ? { ...over, venue } : over);
  if (!parsed.ok) {
    const faults = parsed.fields.map(({ field, text }) => `${field} ${text}, read ${JSON.stringify(over[field])}`);
    throw new Error(`settings: ${faults.join('; ')}`);
  }
  const settings: PasSettings = parsed.value;
  return {
    subject: name,
    settingsHash: settingsHash(settings),
    isLearning: isLearning(name),
    createStrategy: (world, learner) =>
      new SnipingStrategy(world, { engines, settings, learner, warmUpMinutes, paperUsdt: PAPER_USDT }),
  };
}

function triggerSubject({ settings: over }: SubjectWish): LabSubject {
  const unknown = Object.keys(over).find((field) => !(field in TRIGGER_SETTINGS));
  if (unknown !== undefined) {
    throw new Error(`settings: ${unknown} is none of ${Object.keys(TRIGGER_SETTINGS).join(', ')}`);
  }
  const { arm } = over;
  const armOver = typeof arm === 'object' && arm !== null ? arm : {};
  requireArm(armOver);
  const settings = { ...TRIGGER_SETTINGS, ...over, arm: { ...TRIGGER_SETTINGS.arm, ...armOver } };
  for (const [field, value] of Object.entries(settings)) {
    if (field !== 'arm' && !(typeof value === 'number' && value > 0 && Number.isFinite(value)))
      throw new Error(`settings: ${field} must be a number over 0, read ${JSON.stringify(value)}`);
  }
  return {
    subject: 'trigger',
    settingsHash: canonicalHash(settings),
    isLearning: false,
    createStrategy: (world) => new TriggerStrategy(world, settings),
  };
}

function requireArm(over: object): void {
  const known: Readonly<Record<string, unknown>> = { ...TRIGGER_SETTINGS.arm };
  const words: Readonly<Record<string, readonly string[]>> = {
    direction: ['fade', 'follow'],
    execution: ['post-only', 'ioc'],
  };
  for (const [field, value] of Object.entries(over)) {
    const read = `, read ${JSON.stringify(value)}`;
    if (!(field in known)) throw new Error(`settings: arm.${field} is none of ${Object.keys(known).join(', ')}${read}`);
    const allowed = words[field];
    if (allowed !== undefined && !allowed.includes(value as string))
      throw new Error(`settings: arm.${field} must be ${allowed.join(' or ')}${read}`);
    if (typeof known[field] === 'number' && !(typeof value === 'number' && value >= 0 && Number.isFinite(value)))
      throw new Error(`settings: arm.${field} must be a number from 0${read}`);
  }
}

import { z } from 'zod';
import { Appearance, DEFAULT_APPEARANCE, DEFAULT_RETENTION, Retention } from '@riptide/contracts';
import type { Clock, Log } from '@riptide/core/kernel';
import type { SettingRepository } from '../storage/app-db/setting-repository.ts';

/** A setting and since when it stands; null: it is the default. */
export interface Kept<T> {
  readonly value: T;
  readonly savedMs: number | null;
}

/** Under this name stands when the risk limits were saved. */
const RISK_SAVED = 'risk-saved';

const Onboarding = z.object({ is_dismissed: z.boolean() });
type Onboarding = z.infer<typeof Onboarding>;

/** Who changes a setting. */
export interface SettingCaller {
  /** An account's email, else `gate`. */
  readonly who: string;
  readonly requestId: string;
}

/** One field of a setting that was changed, as the audit keeps it. */
export interface SettingChange extends SettingCaller {
  readonly setting: 'appearance' | 'retention' | 'onboarding';
  readonly field: string;
  readonly before: string | number | boolean;
  readonly after: string | number | boolean;
}

export interface SettingsDeskOptions {
  readonly repository: SettingRepository;
  readonly clock: Clock;
  readonly log: Log;
  /** What JOURNAL_KEEP_DAYS says: it holds until a person sets the days. */
  readonly journalDays: number;
  /** Notes for the audit what a person changed, after it is on disk. */
  readonly audit: (change: SettingChange) => void;
}

/** Settings that the server keeps: how screens look, and how long records stay. */
export class SettingsDesk {
  private readonly options: SettingsDeskOptions;
  private keptAppearance: Kept<Appearance>;
  private keptRetention: Kept<Retention>;
  private keptOnboarding: Kept<Onboarding>;
  private riskMs: number | null;
  /** Changes are made one after the other: each is merged into what the former left. */
  private last: Promise<unknown> = Promise.resolve();

  private constructor(options: SettingsDeskOptions, kept: KeptSettings) {
    this.options = options;
    this.keptAppearance = kept.appearance;
    this.keptRetention = kept.retention;
    this.keptOnboarding = kept.onboarding;
    this.riskMs = kept.riskMs;
  }

  static async open(options: SettingsDeskOptions): Promise<SettingsDesk> {
    const appearance = await read(options, 'appearance', Appearance, DEFAULT_APPEARANCE);
    const retention = await read(options, 'retention', Retention, {
      ...DEFAULT_RETENTION,
      journal_days: options.journalDays,
    });
    const onboarding = await read(options, 'onboarding', Onboarding, { is_dismissed: false });
    const riskMs = (await options.repository.load(RISK_SAVED))?.savedMs ?? null;
    return new SettingsDesk(options, { appearance, retention, onboarding, riskMs });
  }

  get appearance(): Kept<Appearance> {
    return this.keptAppearance;
  }

  get retention(): Kept<Retention> {
    return this.keptRetention;
  }

  /** Whether the list of first steps was put away. */
  get onboarding(): Kept<Onboarding> {
    return this.keptOnboarding;
  }

  /** When a person saved the risk limits last; null while the defaults hold that nobody has looked at. */
  get riskSavedMs(): number | null {
    return this.riskMs;
  }

  /** Notes that a person saved the risk limits, which the engine keeps. */
  noteRiskSaved(): Promise<void> {
    return this.inTurn(async () => {
      const savedMs = this.options.clock.nowMs();
      await this.options.repository.save(RISK_SAVED, { value: true, savedMs });
      this.riskMs = savedMs;
    });
  }

  /** Changes the given fields, on disk first. */
  changeAppearance(input: Given<Appearance>, caller: SettingCaller): Promise<Kept<Appearance>> {
    return this.inTurn(async () => {
      const kept = await this.save('appearance', this.keptAppearance.value, input, caller);
      this.keptAppearance = kept;
      return kept;
    });
  }

  /** Like `changeAppearance`. The engine reads it from the database at its next sweep. */
  changeRetention(input: Given<Retention>, caller: SettingCaller): Promise<Kept<Retention>> {
    return this.inTurn(async () => {
      const kept = await this.save('retention', this.keptRetention.value, input, caller);
      this.keptRetention = kept;
      return kept;
    });
  }

  /** Like `changeAppearance`. */
  changeOnboarding(input: Onboarding, caller: SettingCaller): Promise<Kept<Onboarding>> {
    return this.inTurn(async () => {
      const kept = await this.save('onboarding', this.keptOnboarding.value, input, caller);
      this.keptOnboarding = kept;
      return kept;
    });
  }

  private async save<T extends Record<string, string | number | boolean>>(
    name: SettingChange['setting'],
    before: T,
    input: Given<T>,
    caller: SettingCaller,
  ): Promise<Kept<T>> {
    const { repository, clock, audit } = this.options;
    const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
    const value = { ...before, ...given };
    const kept = { value, savedMs: clock.nowMs() };
    await repository.save(name, kept);
    for (const field of Object.keys(value)) {
      const [old, now] = [before[field], value[field]];
      if (old === undefined || now === undefined || old === now) continue;
      audit({ setting: name, field, before: old, after: now, ...caller });
    }
    return kept;
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.last.then(work, work);
    this.last = done.catch(() => undefined);
    return done;
  }
}

interface KeptSettings {
  readonly appearance: Kept<Appearance>;
  readonly retention: Kept<Retention>;
  readonly onboarding: Kept<Onboarding>;
  readonly riskMs: number | null;
}

type Given<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** Fields that a newer version knows and the stored text does not have their default; what can't be read is told and replaced by it. */
async function read<T>(
  { repository, log }: SettingsDeskOptions,
  name: string,
  schema: z.ZodType<T>,
  fallback: T,
): Promise<Kept<T>> {
  const stored = await repository.load(name);
  if (stored === null) return { value: fallback, savedMs: null };
  const parsed = schema.safeParse({ ...fallback, ...(stored.value as Partial<T>) });
  if (parsed.success) return { value: parsed.data, savedMs: stored.savedMs };
  log.error('a saved setting can not be read: the default holds', { name });
  return { value: fallback, savedMs: null };
}

import type { CoreSetting } from '../domain/index.ts';
import { DEFAULT_ALLOCATION, parseAllocationSettings, type AllocationSettings } from './allocation.ts';
import { DEFAULT_RISK_GUARD, parseRiskGuard, type RiskGuard } from './risk-guard.ts';
import { DEFAULT_RISK_LEVEL, isRiskLevel, type RiskLevel } from './risk-level.ts';
import { DEFAULT_RISK_LIMITS, parseRiskLimits, type RiskLimits } from './risk-limits.ts';

export interface CoreSettingsSnapshot {
  readonly limits: RiskLimits;
  readonly guard: RiskGuard;
  readonly level: RiskLevel;
  readonly allocation: AllocationSettings;
  readonly venueExecution: unknown;
  /** Venues that were switched off, or on again. Absent in states saved before there was such a switch. */
  readonly venueEnabled?: Readonly<Record<string, boolean>>;
  readonly refused: readonly string[];
}

const REFUSED_KEPT = 20;

/**
 * The settings of the core as the records leave them. A stored value that doesn't pass is left out, the former stays in force and the
 * fault is told in `refused` (the last 20).
 */
export class CoreSettings {
  limits: RiskLimits = DEFAULT_RISK_LIMITS;
  guard: RiskGuard = DEFAULT_RISK_GUARD;
  level: RiskLevel = DEFAULT_RISK_LEVEL;
  allocation: AllocationSettings = DEFAULT_ALLOCATION;
  /** As stored; its own box checks it. null before it was ever set. */
  venueExecution: unknown = null;
  /** Venues that were switched off, or on again; what is missing is on. */
  venueEnabled: Readonly<Record<string, boolean>> = {};
  refused: readonly string[] = [];

  /** Takes one stored value. Fields that a value leaves out keep theirs. `risk-level` is `{level}`. */
  apply(name: CoreSetting, value: unknown): void {
    switch (name) {
      case 'risk-limits': {
        const parsed = parseRiskLimits(value, this.limits);
        if (parsed.ok) this.limits = parsed.value;
        else this.refuse(name, parsed.fields);
        return;
      }
      case 'risk-guard': {
        const parsed = parseRiskGuard(value, this.guard);
        if (parsed.ok) this.guard = parsed.value;
        else this.refuse(name, parsed.fields);
        return;
      }
      case 'allocation': {
        const parsed = parseAllocationSettings(value, this.allocation);
        if (parsed.ok) this.allocation = parsed.value;
        else this.refuse(name, parsed.fields);
        return;
      }
      case 'risk-level': {
        const level = typeof value === 'object' && value !== null && 'level' in value ? value.level : null;
        if (isRiskLevel(level)) this.level = level;
        else this.refuse(name, [{ field: 'level', text: 'must be low, medium or high' }]);
        return;
      }
      case 'venue-execution':
        this.venueExecution = value;
        return;
      case 'venue-enabled':
        if (isSwitches(value)) this.venueEnabled = { ...this.venueEnabled, ...value };
        else this.refuse(name, [{ field: '', text: 'must be true or false by venue' }]);
        return;
    }
  }

  snapshot(): CoreSettingsSnapshot {
    const { limits, guard, level, allocation, venueExecution, venueEnabled, refused } = this;
    return { limits, guard, level, allocation, venueExecution, venueEnabled, refused };
  }

  /** Fields that a saved state lacks take their defaults. */
  static restore(saved: CoreSettingsSnapshot): CoreSettings {
    const settings = new CoreSettings();
    settings.limits = { ...DEFAULT_RISK_LIMITS, ...saved.limits };
    settings.guard = { ...DEFAULT_RISK_GUARD, ...saved.guard };
    settings.level = saved.level;
    settings.allocation = { ...DEFAULT_ALLOCATION, ...saved.allocation };
    settings.venueExecution = saved.venueExecution;
    settings.venueEnabled = saved.venueEnabled ?? {};
    settings.refused = saved.refused;
    return settings;
  }

  private refuse(name: CoreSetting, fields: readonly { readonly field: string; readonly text: string }[]): void {
    const text = `${name}: ${fields.map((f) => `${f.field} ${f.text}`.trim()).join('; ')}`;
    this.refused = [...this.refused, text].slice(-REFUSED_KEPT);
  }
}

function isSwitches(value: unknown): value is Readonly<Record<string, boolean>> {
  return typeof value === 'object' && value !== null && Object.values(value).every((each) => typeof each === 'boolean');
}

import {
  accountKey,
  domainError,
  err,
  ok,
  type AccountKey,
  type CoreSetting,
  type DomainError,
  type Result,
  type Venue,
} from '../../domain/index.ts';
import {
  isRiskLevel,
  parseAllocationSettings,
  parseRiskGuard,
  parseRiskLimits,
  type FieldsResult,
} from '../../risk/index.ts';
import type { CapitalView, CooldownView, TradingCalls } from '../trading-views.ts';
import type { AccountWorthDesk } from './account-worth-desk.ts';
import { cooldownViews } from './build-trading-view.ts';
import type { CoreContext } from './core-context.ts';

/** How long the end of a cancelled entry is waited for. */
const CANCEL_WAITS = 30;
const CANCEL_WAIT_MS = 100;

type SettableName = Exclude<CoreSetting, 'venue-execution' | 'venue-enabled'>;

/** Settings and cooldowns: checked here, remembered as records, in force from the next order on. */
export class SettingsDesk {
  private readonly context: CoreContext;
  private readonly worth: AccountWorthDesk;

  constructor(context: CoreContext, worth: AccountWorthDesk) {
    this.context = context;
    this.worth = worth;
  }

  /** @errors INPUT_INVALID with `field text` of every fault; ENGINE_JOURNAL_FAILED. */
  set({ name, value, by }: TradingCalls['set-setting']['request']): Result<{ readonly value: unknown }, DomainError> {
    const parsed = this.parse(name, value);
    if (!parsed.ok) return parsed;
    const written = this.context.facts.append([
      { kind: 'setting', name: name as SettableName, value: parsed.value, by },
      {
        kind: 'event',
        event: 'setting_changed',
        severity: 'INFO',
        symbol: null,
        venues: [],
        text: `${name} changed`,
        data: { name, value: parsed.value, by },
      },
    ]);
    return written.ok ? ok({ value: parsed.value }) : err(written.error);
  }

  /** @errors INPUT_INVALID with `field text` of every fault. */
  previewAllocation({ value }: TradingCalls['preview-allocation']['request']): Result<CapitalView, DomainError> {
    const parsed = checked(parseAllocationSettings(value, this.context.risk.settings.allocation));
    return parsed.ok ? ok(this.worth.capitalWith(parsed.value)) : parsed;
  }

  setCooldown({
    symbol,
    venue,
    action,
    durationMs,
    by,
  }: TradingCalls['set-cooldown']['request']): Result<readonly CooldownView[], DomainError> {
    const written = this.context.facts.append([
      { kind: 'cooldown', symbol, venue, action, durationMs, reason: `set by ${by}` },
    ]);
    return written.ok ? ok(cooldownViews(this.context)) : err(written.error);
  }

  /**
   * Switches where a venue's orders go. Before it goes back to paper its resting live entries are cancelled: one that filled afterwards would
   * stand without its stop.
   *
   * @errors RISK_LIVE_NOT_CONFIRMED, ENGINE_JOURNAL_FAILED; ACCOUNT_IN_USE while an entry may still rest: nothing was switched.
   */
  async setExecution({
    venue,
    mode,
    confirmation,
    by,
  }: TradingCalls['set-execution']['request']): Promise<Result<TradingCalls['set-execution']['answer'], DomainError>> {
    const { permit, facts } = this.context;
    if (mode === 'paper' && permit.mayTradeLive(venue)) {
      const left = await this.cancelEntries(accountKey(venue, 'live'));
      if (left.length > 0) {
        const detail = `these entries of ${venue} could not be cancelled and may still fill: ${left.join(', ')}`;
        return err(domainError('ACCOUNT_IN_USE', detail, { outcome: 'not-sent' }));
      }
    }
    const before = permit.choices();
    const chosen = permit.choose(venue, mode, confirmation);
    if (!chosen.ok) return chosen;
    const written = facts.append([
      { kind: 'setting', name: 'venue-execution', value: permit.choices(), by },
      {
        kind: 'event',
        event: 'execution_changed',
        severity: mode === 'live' ? 'WARN' : 'INFO',
        symbol: null,
        venues: [venue],
        text: `orders of ${venue} go to ${chosen.value} from now on`,
        data: { venue, mode: chosen.value, by },
      },
    ]);
    if (written.ok) return ok({ mode: chosen.value });
    permit.choose(venue, 'paper', null);
    permit.restore(before);
    return err(written.error);
  }

  /** @errors ENGINE_JOURNAL_FAILED. */
  setVenueEnabled({
    venue,
    isEnabled,
    by,
  }: TradingCalls['set-venue-enabled']['request']): Result<{ readonly isEnabled: boolean }, DomainError> {
    const written = this.context.facts.append([
      { kind: 'setting', name: 'venue-enabled', value: { [venue]: isEnabled }, by },
      {
        kind: 'event',
        event: isEnabled ? 'venue_enabled' : 'venue_disabled',
        severity: 'WARN',
        symbol: null,
        venues: [venue],
        text: `${venue} was switched ${isEnabled ? 'on' : 'off'}`,
        data: { venue, by },
      },
    ]);
    return written.ok ? ok({ isEnabled }) : err(written.error);
  }

  /** Returns the entries that may still rest afterwards. */
  private async cancelEntries(account: AccountKey): Promise<readonly string[]> {
    const { orders, executor, clock } = this.context;
    const resting = (): readonly string[] =>
      orders
        .openOrders(account)
        .filter(({ isOurs, role }) => isOurs && role === 'entry')
        .map(({ key }) => key);
    if (resting().length === 0) return [];
    await executor.cancelWhere((order) => order.account === account && order.role === 'entry', 'back to paper');
    for (let waits = 0; waits < CANCEL_WAITS && resting().length > 0; waits += 1) {
      await new Promise<void>((resolve) => void clock.after(CANCEL_WAIT_MS, resolve));
    }
    return resting();
  }

  private parse(name: string, value: unknown): Result<unknown, DomainError> {
    const { settings } = this.context.risk;
    switch (name) {
      case 'risk-limits':
        return checked(parseRiskLimits(value, settings.limits));
      case 'risk-guard':
        return checked(parseRiskGuard(value, settings.guard));
      case 'allocation':
        return checked(parseAllocationSettings(value, settings.allocation));
      case 'risk-level': {
        const level = typeof value === 'object' && value !== null && 'level' in value ? value.level : null;
        return isRiskLevel(level) ? ok({ level }) : refuse('level must be low, medium or high');
      }
      default:
        return refuse(`name=${name} is no setting`);
    }
  }
}

function checked<T>(parsed: FieldsResult<T>): Result<T, DomainError> {
  if (parsed.ok) return ok(parsed.value);
  return refuse(parsed.fields.map(({ field, text }) => `${field} ${text}`).join('; '));
}

function refuse(detail: string): Result<never, DomainError> {
  return err(domainError('INPUT_INVALID', detail, { outcome: 'not-sent' }));
}

/** Reads the stored choice of where each venue's orders go; what is unreadable counts as not chosen. */
export function executionChoices(value: unknown): Readonly<Partial<Record<Venue, 'paper' | 'live'>>> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter(([, mode]) => mode === 'paper' || mode === 'live'));
}

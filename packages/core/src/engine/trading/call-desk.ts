import {
  domainError,
  err,
  ok,
  type DomainError,
  type Instrument,
  type Result,
  type Venue,
} from '../../domain/index.ts';
import { accountKey } from '../../domain/index.ts';
import { leverageWithin } from '../../risk/index.ts';
import type { TradingCall, TradingCalls } from '../trading-views.ts';
import type { AccountDesk } from './account-desk.ts';
import type { CloseDesk } from './close-desk.ts';
import { activeAccount, type CoreContext } from './core-context.ts';
import type { FundingDesk } from './funding-desk.ts';
import type { KeyDesk } from './key-desk.ts';
import type { KillDesk } from './kill-desk.ts';
import type { OrderDesk } from './order-desk.ts';
import type { PaperResetDesk } from './paper-reset-desk.ts';
import type { PrecheckDesk } from './precheck-desk.ts';
import type { SettingsDesk } from './settings-desk.ts';

type Answer<C extends TradingCall> = Promise<Result<TradingCalls[C]['answer'], DomainError>>;
type Handlers = { readonly [C in TradingCall]: (request: TradingCalls[C]['request']) => Answer<C> };

export interface CallDeskParts {
  readonly orders: OrderDesk;
  readonly prechecks: PrecheckDesk;
  readonly closing: CloseDesk;
  readonly kill: KillDesk;
  readonly settings: SettingsDesk;
  readonly keys: KeyDesk;
  readonly funding: FundingDesk;
  readonly paperReset: PaperResetDesk;
}

/** Leverage a perp is set to when its modes are fixed, below the operator's limit. */
const LEVERAGE_MAX = 10;

/** Answers the calls of people and programs: one line per call. */
export class CallDesk {
  private readonly context: CoreContext;
  private readonly handlers: Handlers;

  constructor(context: CoreContext, parts: CallDeskParts) {
    const { orders, prechecks, closing, kill, settings, keys, funding, paperReset } = parts;
    this.context = context;
    this.handlers = {
      'preview-order': (wish) => orders.preview(wish),
      'execute-order': ({ previewId }) => orders.execute(previewId),
      precheck: (request) => prechecks.check(request),
      'cancel-order': ({ account, orderId }) => orders.cancel(account, orderId),
      'close-position': ({ positionId }) => closing.close(positionId),
      'close-all': () => closing.closeAll(),
      'kill-switch': (request) => kill.pull(request),
      'release-kill-switch': async ({ by }) => kill.release(by),
      'set-cooldown': async (request) => settings.setCooldown(request),
      'preview-allocation': async (request) => settings.previewAllocation(request),
      'set-setting': async (request) => settings.set(request),
      'set-key': (request) => keys.setKey(request),
      'check-key': ({ venue, key }) => keys.check(venue, key),
      'probe-key': ({ venue }) => this.probeKey(venue),
      'try-key': ({ venue, key }) => keys.tryKey(venue, key),
      'set-execution': (request) => settings.setExecution(request),
      'set-venue-enabled': async (request) => settings.setVenueEnabled(request),
      'read-modes': ({ venue, symbol }) => this.readModes(venue, symbol),
      'fix-modes': ({ venue, symbol }) => this.fixModes(venue, symbol),
      'book-funding': async (request) => funding.book(request),
      'reset-paper': (request) => paperReset.reset(request),
      reconcile: ({ venue }) => this.reconcile(venue),
    };
  }

  /** Never throws: a bug is told in the log and as an event, and answers ENGINE_NOT_READY. */
  async answer<C extends TradingCall>(name: C, request: TradingCalls[C]['request']): Answer<C> {
    const handler = this.handlers[name] as ((request: TradingCalls[C]['request']) => Answer<C>) | undefined;
    if (handler === undefined) return err(domainError('INPUT_INVALID', `call=${name}`, { outcome: 'not-sent' }));
    try {
      return await handler(request);
    } catch (e) {
      const text = e instanceof Error ? (e.stack ?? e.message) : String(e);
      this.context.log.error('a call of the trading core failed', { call: name, detail: text });
      this.context.facts.append([
        {
          kind: 'event',
          event: 'call_failed',
          severity: 'ERROR',
          symbol: null,
          venues: [],
          text: `${name} failed`,
          data: {},
        },
      ]);
      return err(domainError('ENGINE_NOT_READY', `call=${name} failed`, { outcome: 'unknown' }));
    }
  }

  private async probeKey(venue: Venue): Answer<'probe-key'> {
    const desk = this.context.desks.get(accountKey(venue, 'live'));
    if (desk === undefined) return err(domainError('CREDENTIALS_MISSING', `venue=${venue}`, { outcome: 'not-sent' }));
    const probed = await desk.probe();
    if (!probed.ok) return probed;
    return ok({ ...probed.value, clockOffsetMs: this.context.eyes.clockOffsetMs(venue) });
  }

  private async readModes(venue: Venue, symbol: string): Answer<'read-modes'> {
    const found = this.perp(venue, symbol);
    if (!found.ok) return found;
    const { desk, instrument } = found.value;
    await desk.refreshModes(instrument);
    return modesAnswer(desk, instrument);
  }

  /** Brings a perp to one-way, isolated, and the leverage orders use. */
  private async fixModes(venue: Venue, symbol: string): Answer<'fix-modes'> {
    const found = this.perp(venue, symbol);
    if (!found.ok) return found;
    const { desk, instrument } = found.value;
    const { client } = desk;
    const leverage = leverageWithin(LEVERAGE_MAX, this.context.risk.limits);
    const steps = [
      () => client.setPositionMode('one-way'),
      () => client.setMarginMode(instrument, 'isolated', leverage),
      () => client.setLeverage(instrument, leverage, 'isolated'),
    ];
    for (const step of steps) {
      const done = await step();
      if (!done.ok) return done;
    }
    await desk.refreshModes(instrument, true);
    return modesAnswer(desk, instrument);
  }

  private async reconcile(venue: Venue): Answer<'reconcile'> {
    const result = await this.context.reconciler.reconcile(activeAccount(this.context, venue), 'asked');
    const text = result.isEqual
      ? 'orders and positions equal those of the venue'
      : [
          ...result.failures.map(({ what, error }) => `${what}: ${error.code}`),
          `${result.differences.length} differences`,
        ].join('; ');
    return ok({ isEqual: result.isEqual, text });
  }

  private perp(
    venue: Venue,
    symbol: string,
  ): Result<{ readonly desk: AccountDesk; readonly instrument: Instrument }, DomainError> {
    const instrument = this.context.eyes.find(venue, 'perp', symbol);
    if (instrument === null)
      return err(domainError('INSTRUMENT_UNKNOWN', `${symbol} on ${venue}`, { outcome: 'not-sent' }));
    const desk = this.context.desks.get(activeAccount(this.context, venue));
    return desk === undefined
      ? err(domainError('VENUE_NOT_READY', `venue=${venue}`, { outcome: 'not-sent' }))
      : ok({ desk, instrument });
  }
}

/** What the desk knows of a perp's modes now; why not, where a reading failed. */
function modesAnswer(
  desk: AccountDesk,
  instrument: Instrument,
): Result<TradingCalls['read-modes']['answer'], DomainError> {
  const modes = desk.modesOf(instrument.id);
  if (modes === null) return err(desk.lastError ?? domainError('VENUE_NOT_READY', `venue=${instrument.venue}`));
  return ok({ leverage: modes.leverage, marginMode: modes.marginMode, positionMode: modes.positionMode });
}

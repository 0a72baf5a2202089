import {
  domainError,
  type AccountKey,
  type DecimalString,
  type ExecutionClient,
  type InstrumentId,
  type PrivateStreamState,
  type TradingFact,
} from '../domain/index.ts';
import type { TimerHandle } from '../kernel/index.ts';
import type { ExecutionDeps, LedgerView } from './execution-deps.ts';
import { proveOrdersBehind, type DoubtfulFills } from './prove-orders-behind.ts';
import { readAccount, type AccountTruth, type ReadFailure } from './read-account.ts';
import { reconcileOrders, SETTLING_MS, type Denials, type OrdersOutcome } from './reconcile-orders.ts';
import {
  adoptPosition,
  divergenceKey,
  positionDifferences,
  standingDifferences,
  type Difference,
} from './reconcile-positions.ts';

/** Pause between two passes of an account. */
export const RECONCILE_PERIOD_MS = 30_000;
/** Pause before an account that could not be read whole since the start is read again, doubled each time. */
const FIRST_AGAIN_MS = 1_000;
/** Pauses before a difference of quantity is read again. */
const REREAD_PAUSES_MS = [1_000, 2_000] as const;
/** Readings in a row until one during which no fill came. */
const QUIET_READS_MAX = 3;

export type ReconcileCause = 'start' | 'periodic' | 'stream-up' | 'asked';

/** What one pass over one account found and did. */
export interface ReconcileResult {
  readonly account: AccountKey;
  readonly cause: ReconcileCause;
  readonly startedMs: number;
  readonly endedMs: number;
  /** Every part could be read. */
  readonly isComplete: boolean;
  /** Complete, and at the end orders and positions equalled the venue's. */
  readonly isEqual: boolean;
  readonly missingFills: number;
  readonly newIncome: number;
  readonly orders: OrdersOutcome;
  readonly positionsSet: readonly InstrumentId[];
  readonly differences: readonly Difference[];
  readonly failures: readonly ReadFailure[];
}

export interface ReconcilerDeps extends ExecutionDeps {
  readonly ledger: LedgerView;
  /** A price to book a quantity at that the venue no longer lists; null when none is known. */
  readonly markPxOf: (instrumentId: InstrumentId) => DecimalString | null;
  /** Venue clock minus ours; null while it is not measured. Absent: never known. */
  readonly clockOffsetMs?: (account: AccountKey) => number | null;
  readonly onResult?: (result: ReconcileResult) => void;
}

interface AccountState {
  readonly denials: Denials;
  running: Promise<ReconcileResult> | null;
  isAskedAgain: boolean;
  last: ReconcileResult | null;
  isReconciled: boolean;
  /** Passes since the start that could not read everything. */
  incompletes: number;
  lastEqualMs: number | null;
  lastCompleteMs: number | null;
  balancesText: string | null;
  again: TimerHandle | null;
}

/**
 * Keeps our picture of each account equal to the venue's: at the start, every 30 s, and whenever a stream came up. It imports and asks,
 * it never deletes because something is absent, and it says when each account was last proven equal.
 */
export class Reconciler {
  private readonly deps: ReconcilerDeps;
  private readonly accounts = new Map<AccountKey, AccountState>();
  private timer: TimerHandle | null = null;

  constructor(deps: ReconcilerDeps) {
    this.deps = deps;
  }

  /** Reconciles the accounts once and from then on every 30 s. Resolves after the first pass of each. */
  async start(accounts: readonly AccountKey[]): Promise<readonly ReconcileResult[]> {
    for (const account of accounts) this.stateOf(account);
    this.timer ??= this.deps.clock.every(RECONCILE_PERIOD_MS, () => {
      for (const account of this.accounts.keys()) this.reconcileSoon(account, 'periodic');
    });
    // WHY: an account that can't be read must not keep the others from being compared.
    const results = await Promise.all(
      accounts.map((account) =>
        this.reconcile(account, 'start').catch((e: unknown) => {
          this.tellFailure(account, e);
          return null;
        }),
      ),
    );
    return results.filter((result) => result !== null);
  }

  stop(): void {
    this.timer?.cancel();
    this.timer = null;
    for (const state of this.accounts.values()) state.again?.cancel();
  }

  /** Leaves an account alone from now on: it was removed, or its orders go elsewhere. */
  drop(account: AccountKey): void {
    this.accounts.get(account)?.again?.cancel();
    this.accounts.delete(account);
  }

  /** For the private streams: a stream that is up again may have lost something. */
  onStream(account: AccountKey, state: PrivateStreamState): void {
    if (state.isLive) this.reconcileSoon(account, 'stream-up');
  }

  /** Runs a pass; joins one that runs already, after which another one follows. */
  reconcile(account: AccountKey, cause: ReconcileCause): Promise<ReconcileResult> {
    const state = this.stateOf(account);
    if (state.running !== null) {
      state.isAskedAgain = true;
      return state.running;
    }
    state.running = this.pass(account, state, cause).finally(() => {
      state.running = null;
      if (!state.isAskedAgain) return;
      state.isAskedAgain = false;
      this.reconcileSoon(account, 'asked');
    });
    return state.running;
  }

  /** Returns true once everything of the account could be read since the start: from then on new risk may be sent. */
  isReconciled(account: AccountKey): boolean {
    return this.accounts.get(account)?.isReconciled ?? false;
  }

  /** Returns when the account was last proven equal to its venue, or null. */
  lastEqualMs(account: AccountKey): number | null {
    return this.accounts.get(account)?.lastEqualMs ?? null;
  }

  /** Returns when the newest pass began that could read everything, or null: fills and income up to then are known. */
  lastCompleteMs(account: AccountKey): number | null {
    return this.accounts.get(account)?.lastCompleteMs ?? null;
  }

  lastResult(account: AccountKey): ReconcileResult | null {
    return this.accounts.get(account)?.last ?? null;
  }

  private reconcileSoon(account: AccountKey, cause: ReconcileCause): void {
    this.reconcile(account, cause).catch((e: unknown) => this.tellFailure(account, e));
  }

  private tellFailure(account: AccountKey, e: unknown): void {
    const text = `reconciling ${account} failed: ${String(e)}`;
    this.deps.facts.append([event('reconcile_failed', 'ERROR', text, { account })]);
  }

  private async pass(account: AccountKey, state: AccountState, cause: ReconcileCause): Promise<ReconcileResult> {
    const startedMs = this.deps.clock.nowMs();
    const client = this.deps.clientOf(account);
    const tally: Tally = { missingFills: 0, newIncome: 0, positionsSet: [], failures: [] };
    if (client === null) {
      tally.failures.push({ what: 'account', error: domainError('VENUE_NOT_READY', `account=${account}`) });
      return this.close({ account, cause, startedMs, tally, state, orders: NO_ORDERS, differences: [] });
    }
    let truth = await this.readQuietly(account, client, tally);
    let differences = differencesOf(this.deps.ledger, account, truth);
    for (const pauseMs of REREAD_PAUSES_MS) {
      if (differences.length === 0) break;
      await this.pause(pauseMs);
      truth = await this.readQuietly(account, client, tally);
      differences = standingDifferences(differences, differencesOf(this.deps.ledger, account, truth));
      this.raise(account, differences);
    }
    this.settle(account, state, differences, { tally, readMs: truth.readMs });
    const left = differencesOf(this.deps.ledger, account, truth);
    const arePositionsEqual = truth.positions !== null && left.length === 0;
    if (arePositionsEqual) this.clearAll(account);
    tally.failures.push(...truth.failures);
    const { failures } = tally;
    const orders = await reconcileOrders({
      deps: this.deps,
      account,
      client,
      truth,
      denials: state.denials,
      arePositionsEqual,
      failures,
    });
    if (truth.balances !== null) this.takeBalances(account, state, truth.balances);
    return this.close({ account, cause, startedMs, tally, state, orders, differences: left });
  }

  /** Reads until no fill came during the reading, so that positions and balances belong to the fills we know. */
  private async readQuietly(account: AccountKey, client: ExecutionClient, tally: Tally): Promise<AccountTruth> {
    const { deps } = this;
    for (let reads = 1; ; reads += 1) {
      const markBefore = this.markOf(account);
      const truth = await readAccount(deps, deps.ledger, account, client);
      if (deps.clientOf(account) !== client) return exchanged(truth, account);
      // Before its fills: a fill that names only the venue's order id must find the order it belongs to.
      const doubt = await proveOrdersBehind(deps, account, client, truth.fills);
      if (deps.clientOf(account) !== client) return exchanged(truth, account);
      const hasMovedMeanwhile = this.markOf(account) !== markBefore;
      const known = truth.fills.filter((fill) => doubt?.fills.has(fill) !== true);
      const fills = deps.facts.append(known.map((fill): TradingFact => ({ kind: 'fill', account, fill })));
      const income = deps.facts.append(
        truth.income.map((entry): TradingFact => ({ kind: 'income', account, income: entry })),
      );
      const booked = (fills.ok ? fills.value.length : 0) + (income.ok ? income.value.length : 0);
      tally.missingFills += fills.ok ? fills.value.length : 0;
      tally.newIncome += income.ok ? income.value.length : 0;
      if (!fills.ok || !income.ok) {
        const error = domainError('ENGINE_JOURNAL_FAILED', 'fills and income could not be recorded');
        return { ...truth, positions: null, balances: null, failures: [...truth.failures, { what: 'journal', error }] };
      }
      // WHY: a fill that is booked as nobody's stays nobody's; the next comparison asks whose it is.
      if (doubt !== null) return inDoubt(truth, doubt);
      if ((booked === 0 && !hasMovedMeanwhile) || reads >= QUIET_READS_MAX) return truth;
    }
  }

  private markOf(account: AccountKey): string {
    return `${this.deps.store.lastFillMs(account) ?? 0}|${this.deps.store.lastIncomeMs(account) ?? 0}`;
  }

  private settle(
    account: AccountKey,
    state: AccountState,
    differences: readonly Difference[],
    { tally, readMs }: { readonly tally: Tally; readonly readMs: number },
  ): void {
    const offsetMs = this.deps.clockOffsetMs?.(account) ?? null;
    const venueReadMs = offsetMs === null ? null : readMs + offsetMs;
    for (const difference of differences) {
      const { instrumentId } = difference;
      const markPx = this.deps.markPxOf(instrumentId);
      const isFirstPass = !state.isReconciled;
      if (!adoptPosition({ deps: this.deps, account, difference, isFirstPass, markPx, venueReadMs })) continue;
      tally.positionsSet.push(instrumentId);
      this.deps.facts.clear(divergenceKey(account, instrumentId), `the venue's ${difference.theirsBase} is taken over`);
    }
  }

  private raise(account: AccountKey, differences: readonly Difference[]): void {
    for (const { instrumentId, theirsBase, oursBase } of differences) {
      const key = divergenceKey(account, instrumentId);
      const text = `${account} holds ${theirsBase} ${instrumentId}, our fills explain ${oursBase}`;
      const sinceMs = this.deps.clock.nowMs();
      this.deps.facts.raise({ key, kind: 'divergence', account, instrumentId, text, sinceMs });
    }
  }

  private clearAll(account: AccountKey): void {
    const prefix = `divergence:${account}:`;
    for (const { key } of this.deps.facts.conditions()) {
      if (key.startsWith(prefix)) this.deps.facts.clear(key, 'our quantity equals the venue again');
    }
  }

  private takeBalances(
    account: AccountKey,
    state: AccountState,
    balances: NonNullable<AccountTruth['balances']>,
  ): void {
    const text = JSON.stringify(
      balances
        .map(({ scope, asset, total, borrowed }) => [scope, asset, total, borrowed])
        .sort((a, b) => String(a).localeCompare(String(b))),
    );
    // WHY: a late event may have put an older word over this one since, without a time that tells.
    const isStanding = this.deps.ledger.hasBalances?.(account, balances) ?? true;
    if (text === state.balancesText && isStanding) return;
    if (this.deps.facts.append([{ kind: 'balances', account, balances }]).ok) state.balancesText = text;
  }

  private close(parts: Closing): ReconcileResult {
    const { account, cause, startedMs, tally, state, orders, differences } = parts;
    const endedMs = this.deps.clock.nowMs();
    const isComplete = tally.failures.length === 0;
    const hasUnproven = this.deps.store.unprovenOrders(account).length > 0;
    const isEqual =
      isComplete && differences.length === 0 && orders.missing.length === orders.forgotten.length && !hasUnproven;
    const result = { account, cause, startedMs, endedMs, isComplete, isEqual, ...tally, orders, differences };
    state.isReconciled ||= isComplete;
    if (isComplete) state.lastCompleteMs = startedMs;
    if (isEqual) state.lastEqualMs = endedMs;
    state.last = result;
    if (!state.isReconciled) this.lookAgain(account, state, this.firstAgainMs(state, tally.failures));
    else if (orders.young > 0 || isDoubted(state, orders)) this.lookAgain(account, state, SETTLING_MS);
    this.deps.onResult?.(result);
    return result;
  }

  /** An order that was too young is old enough then, one that was denied is denied again: after a restart nobody else would ask before the next period. */
  private lookAgain(account: AccountKey, state: AccountState, afterMs: number): void {
    if (state.again !== null) return;
    state.again = this.deps.clock.after(afterMs, () => {
      state.again = null;
      if (this.accounts.get(account) === state) this.reconcileSoon(account, 'asked');
    });
  }

  /** Until everything could be read once no new risk is sent: what failed for a moment must not cost a whole period. */
  private firstAgainMs(state: AccountState, failures: readonly ReadFailure[]): number {
    const pauseMs = Math.min(FIRST_AGAIN_MS * 2 ** state.incompletes, RECONCILE_PERIOD_MS);
    state.incompletes += 1;
    return Math.max(pauseMs, ...failures.map(({ error }) => error.retryAfterMs ?? 0));
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.deps.clock.after(ms, resolve);
    });
  }

  private stateOf(account: AccountKey): AccountState {
    const known = this.accounts.get(account);
    if (known !== undefined) return known;
    const state: AccountState = {
      denials: new Map(),
      running: null,
      isAskedAgain: false,
      last: null,
      isReconciled: false,
      incompletes: 0,
      lastEqualMs: null,
      lastCompleteMs: null,
      balancesText: null,
      again: null,
    };
    this.accounts.set(account, state);
    return state;
  }
}

/** True while an order was denied for the first time: the second denial is what ends it. */
function isDoubted({ denials }: AccountState, { missing }: OrdersOutcome): boolean {
  return missing.some((key) => denials.get(key)?.count === 1);
}

/** What the account holds can't be told apart before it is known whose these fills are. */
function inDoubt(truth: AccountTruth, { error }: DoubtfulFills): AccountTruth {
  const failures = [...truth.failures, { what: 'queryOrder', error }];
  return { ...truth, positions: null, balances: null, failures };
}

/** The key was exchanged during the reading: what the former client told says nothing about the account that stands here now. */
function exchanged(truth: AccountTruth, account: AccountKey): AccountTruth {
  const error = domainError('VENUE_NOT_READY', `account=${account} has another key now`);
  const failures = [...truth.failures, { what: 'account', error }];
  return { ...truth, openOrders: new Map(), fills: [], income: [], positions: null, balances: null, failures };
}

interface Tally {
  missingFills: number;
  newIncome: number;
  readonly positionsSet: InstrumentId[];
  readonly failures: ReadFailure[];
}

interface Closing {
  readonly account: AccountKey;
  readonly cause: ReconcileCause;
  readonly startedMs: number;
  readonly tally: Tally;
  readonly state: AccountState;
  readonly orders: OrdersOutcome;
  readonly differences: readonly Difference[];
}

const NO_ORDERS: OrdersOutcome = { adopted: 0, foreign: 0, queried: 0, young: 0, missing: [], forgotten: [] };

function differencesOf(ledger: LedgerView, account: AccountKey, truth: AccountTruth): readonly Difference[] {
  return truth.positions === null ? [] : positionDifferences(ledger, account, truth.positions);
}

function event(
  name: string,
  severity: 'WARN' | 'ERROR',
  text: string,
  data: Readonly<Record<string, unknown>>,
): TradingFact {
  return { kind: 'event', event: name, severity, symbol: null, venues: [], text, data };
}

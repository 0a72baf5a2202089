import {
  decimal,
  instrumentId,
  MARKETS,
  marketOf,
  type AccountKey,
  type BalanceReport,
  type Decimal,
  type DomainError,
  type ExecutionClient,
  type Fill,
  type Income,
  type Instrument,
  type InstrumentId,
  type Market,
  type OrderReport,
  type PositionReport,
  type Venue,
  ZERO,
} from '../domain/index.ts';
import { guarded, type ExecutionDeps, type LedgerView } from './execution-deps.ts';

/** History is read from this long before the newest entry we know: venues publish late and out of order. */
const OVERLAP_MS = 300_000;
/** How far back the first reading of an account goes. */
const FIRST_READ_MS = 86_400_000;

/** A part of an account that could not be read. */
export interface ReadFailure {
  readonly what: string;
  readonly error: DomainError;
}

/** What a venue says of one account. null is a part that could not be read, never an empty one. */
export interface AccountTruth {
  /** When the reading began: nothing that happened later has to be in it. */
  readonly readMs: number;
  readonly openOrders: ReadonlyMap<Market, readonly OrderReport[]>;
  readonly fills: readonly Fill[];
  readonly income: readonly Income[];
  readonly positions: readonly PositionReport[] | null;
  readonly balances: readonly BalanceReport[] | null;
  readonly failures: readonly ReadFailure[];
}

/** Reads everything a venue tells about one account. Parts that fail are told; the others stand. */
export async function readAccount(
  deps: ExecutionDeps,
  ledger: LedgerView,
  account: AccountKey,
  client: ExecutionClient,
): Promise<AccountTruth> {
  const readMs = deps.clock.nowMs();
  const failures: ReadFailure[] = [];
  // At once: after a restart every exit waits for this. Fills and income follow, since they have to explain what these say.
  const [toldBalances, toldPositions, ...toldOrders] = await Promise.all([
    guarded('balances', () => client.balances()),
    guarded('positions', () => client.positions()),
    ...MARKETS.map((market) => guarded(`openOrders ${market}`, () => client.openOrders(market))),
  ]);
  const balances = keep('balances', toldBalances, failures);
  const positions = keep('positions', toldPositions, failures);
  const openOrders = new Map<Market, readonly OrderReport[]>();
  MARKETS.forEach((market, at) => {
    const told = toldOrders[at];
    const listed = told === undefined ? null : keep(`openOrders ${market}`, told, failures);
    if (listed !== null) openOrders.set(market, listed);
  });
  const floorMs = ledger.openedMs === undefined ? 0 : (ledger.openedMs(account) ?? readMs);
  const touched = touchedInstruments(deps, ledger, account, { positions, openOrders, balances });
  const sinceMs = Math.max(fillsSinceMs(deps, account, readMs), floorMs);
  const incomeMs = Math.max(incomeSinceMs(deps, account, readMs), floorMs);
  const [income, ...fills] = await Promise.all([
    client.capabilities.hasIncomeHistory ? guarded('income', () => client.income(incomeMs)) : null,
    ...MARKETS.map((market) => readFills({ client, market, sinceMs, touched, failures })),
  ]);
  const entries = income === null ? [] : (keep('income', income, failures) ?? []);
  return { readMs, openOrders, fills: fills.flat(), income: entries, positions, balances, failures };
}

function keep<T>(
  what: string,
  result: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: DomainError },
  failures: ReadFailure[],
): T | null {
  if (result.ok) return result.value;
  failures.push({ what, error: result.error });
  return null;
}

interface FillsRead {
  readonly client: ExecutionClient;
  readonly market: Market;
  readonly sinceMs: number;
  readonly touched: readonly Instrument[];
  readonly failures: ReadFailure[];
}

async function readFills({ client, market, sinceMs, touched, failures }: FillsRead): Promise<readonly Fill[]> {
  const whole = await guarded('fills', () => client.fills(market, null, sinceMs));
  if (whole.ok) return whole.value;
  if (whole.error.code !== 'INPUT_INVALID') {
    failures.push({ what: `fills ${market}`, error: whole.error });
    return [];
  }
  const fills: Fill[] = [];
  for (const instrument of touched) {
    if (marketOf(instrument.kind) !== market) continue;
    const what = `fills ${instrument.id}`;
    fills.push(...(keep(what, await guarded(what, () => client.fills(market, instrument, sinceMs)), failures) ?? []));
  }
  return fills;
}

/** Instruments that may have fills we lack, for venues that tell fills only one by one. */
function touchedInstruments(
  deps: ExecutionDeps,
  ledger: LedgerView,
  account: AccountKey,
  truth: Pick<AccountTruth, 'positions' | 'openOrders' | 'balances'>,
): readonly Instrument[] {
  const ids = new Set(ledger.openPositions(account));
  for (const order of deps.store.all()) if (order.account === account) ids.add(order.instrumentId);
  for (const position of truth.positions ?? []) ids.add(position.instrumentId);
  for (const listed of truth.openOrders.values()) for (const report of listed) ids.add(report.instrumentId);
  for (const id of movedCoins(ledger, account, truth.balances ?? [])) ids.add(id);
  return [...ids].map((id) => deps.instrumentOf(id)).filter((instrument) => instrument !== null);
}

/** Spot pairs of coins of which the venue has another amount than we: somebody may have traded them whose orders we never saw. */
function movedCoins(
  ledger: LedgerView,
  account: AccountKey,
  balances: readonly BalanceReport[],
): readonly InstrumentId[] {
  const venue = account.split(':')[0] as Venue;
  const totals = new Map<string, Decimal>();
  for (const { asset, total } of balances) totals.set(asset, (totals.get(asset) ?? ZERO).plus(decimal(total)));
  return [...totals]
    .filter(([asset, total]) => {
      const ours = ledger.cashTotalOf?.(account, asset) ?? null;
      return ours !== null && !decimal(ours).eq(total);
    })
    .map(([asset]) => instrumentId(`${asset}USDT`, 'spot', venue));
}

function fillsSinceMs(deps: ExecutionDeps, account: AccountKey, nowMs: number): number {
  const newestMs = deps.store.lastFillMs(account) ?? nowMs - FIRST_READ_MS;
  const unprovenMs = deps.store.unprovenOrders(account).map((order) => order.createdMs);
  return Math.min(newestMs, nowMs, ...unprovenMs) - OVERLAP_MS;
}

function incomeSinceMs(deps: ExecutionDeps, account: AccountKey, nowMs: number): number {
  return Math.min(deps.store.lastIncomeMs(account) ?? nowMs - FIRST_READ_MS, nowMs) - OVERLAP_MS;
}

import { decimal, domainError, type AccountKey, type TradingFact } from '../../domain/index.ts';
import { isFinalState, type OrderRecord } from '../../execution/index.ts';
import type { AccountDesk } from './account-desk.ts';
import type { CoreContext } from './core-context.ts';

/** What normally comes in milliseconds is missing when it has not come after this. */
const MISSING_AFTER_MS = 2_000;
/** A gap that asking has not closed after this is shown, and stops new risk. */
const SHOWN_AFTER_MS = 6_000;
/** Pauses between two questions about one gap; the last one repeats. */
const PAUSES_MS = [2_000, 5_000, 10_000, 30_000] as const;
/** A cancel of unknown outcome never arrived when the venue has said so many times that it works the order: after 9 s. */
const STILL_OPEN_MIN = 3;

interface Gap {
  readonly sinceMs: number;
  dueMs: number;
  asked: number;
}

/**
 * Notices that a stream has lost something long before the next periodic comparison: an order that should have ended at once, fills fewer than
 * the venue's sum, a position or cash other than our records explain. Each makes the account be asked now.
 */
export class GapWatch {
  private readonly context: Pick<
    CoreContext,
    'clock' | 'facts' | 'orders' | 'ledger' | 'desks' | 'resolver' | 'reconciler' | 'log'
  >;
  private readonly gaps = new Map<string, Gap>();

  constructor(context: GapWatch['context']) {
    this.context = context;
  }

  everySecond(): void {
    const { clock, orders, desks } = this.context;
    const nowMs = clock.nowMs();
    const short = orders.all().filter(isGap);
    const seen = new Set<string>();
    for (const desk of desks.values()) {
      if (desk.mode !== 'live') continue;
      const mine = short.filter((order) => order.account === desk.account);
      const positions = this.positionGaps(desk);
      const names = [...mine.map(({ key }) => key), ...positions, ...this.cashGaps(desk)];
      for (const name of names) seen.add(name);
      const due = names.map((name) => this.gapOf(name, nowMs)).filter((gap) => gap.dueMs <= nowMs);
      if (due.length > 0) this.ask(desk.account, mine, due);
      const open = mine.filter(({ state }) => state === 'open').map(({ key }) => key);
      this.show(desk.account, [...open, ...positions], nowMs);
    }
    for (const name of this.gaps.keys()) if (!seen.has(name)) this.gaps.delete(name);
  }

  /** Fills that are missing show in the position; cash may differ for good, by a venue's rounding. */
  private show(account: AccountKey, names: readonly string[], nowMs: number): void {
    const { facts } = this.context;
    const key = `gap:${account}`;
    if (names.length === 0) facts.clear(key, 'nothing is missing any more');
    if (!names.some((name) => nowMs - this.gapOf(name, nowMs).sinceMs >= SHOWN_AFTER_MS)) return;
    const text = `${account} differs from what its stream told; the venue is being asked`;
    facts.raise({ key, kind: 'divergence', account, instrumentId: null, text, sinceMs: nowMs });
  }

  private gapOf(name: string, nowMs: number): Gap {
    const known = this.gaps.get(name) ?? { sinceMs: nowMs, dueMs: nowMs + MISSING_AFTER_MS, asked: 0 };
    this.gaps.set(name, known);
    return known;
  }

  private positionGaps(desk: AccountDesk): readonly string[] {
    const { reconciler, ledger } = this.context;
    if (!reconciler.isReconciled(desk.account)) return [];
    const ours = new Map(
      (ledger.account(desk.account)?.positions() ?? [])
        .filter(({ kind }) => kind === 'perp')
        .map(({ instrumentId, qtyBase }) => [instrumentId, qtyBase]),
    );
    const theirs = desk.toldQuantities();
    return [...new Set([...ours.keys(), ...theirs.keys()])].flatMap((id) => {
      const isEqual = decimal(ours.get(id) ?? '0').eq(decimal(theirs.get(id) ?? '0'));
      // The quantities are part of the name: while they move, nothing is missing yet.
      return isEqual ? [] : [`${desk.account}|${id}|${ours.get(id) ?? '0'}|${theirs.get(id) ?? '0'}`];
    });
  }

  /** Money that moved without a fill: funding, a liquidation's fee. Its entry is in the history, which nobody has read since. */
  private cashGaps({ account }: AccountDesk): readonly string[] {
    const rows = this.context.ledger.account(account)?.cash.rows() ?? [];
    return rows.flatMap(({ scope, asset, total, venueTotal }) =>
      venueTotal === null || decimal(venueTotal).eq(decimal(total))
        ? []
        : [`${account}|${scope}|${asset}|${total}|${venueTotal}`],
    );
  }

  /** Each gap has its own pauses: one that stays for good does not make the account deaf to a new one. */
  private ask(account: AccountKey, orders: readonly OrderRecord[], due: readonly Gap[]): void {
    const nowMs = this.context.clock.nowMs();
    for (const gap of due) {
      gap.dueMs = nowMs + (PAUSES_MS[Math.min(gap.asked, PAUSES_MS.length - 1)] as number);
      gap.asked += 1;
    }
    this.close(account, orders).catch((e: unknown) =>
      this.context.log.error('asking about a gap failed', { account, detail: String(e) }),
    );
  }

  /** The orders first: what they add up to is what the fills of the comparison are held against. */
  private async close(account: AccountKey, orders: readonly OrderRecord[]): Promise<void> {
    const { resolver, reconciler } = this.context;
    for (const order of orders) {
      if (order.state !== 'open') continue;
      const answer = await resolver.ask(order);
      if (answer?.ok === true && answer.value !== null) this.concludeCancel(order.key);
    }
    await reconciler.reconcile(account, 'asked');
  }

  /** What was asked for did not happen, and whoever wants the order gone has to ask again. */
  private concludeCancel(key: string): void {
    const { orders, facts } = this.context;
    const order = orders.byKey(key);
    if (order === null || isFinalState(order.state) || !order.isCancelAsked) return;
    if ((this.gaps.get(key)?.asked ?? 0) < STILL_OPEN_MIN) return;
    const error = domainError('VENUE_TIMEOUT', 'the venue still works the order', { outcome: 'not-sent' });
    facts.append([{ kind: 'cancel-failed', clientOrderId: key, error }, cancelLost(order)]);
  }
}

function cancelLost({ key, account, instrumentId }: OrderRecord): TradingFact {
  const text = `the cancel of ${key} at ${account} never arrived; the order is still worked`;
  const data = { clientOrderId: key, account, instrumentId };
  return { kind: 'event', event: 'cancel_lost', severity: 'WARN', symbol: null, venues: [], text, data };
}

/** True for an order of ours of which something should have come already. */
function isGap(order: OrderRecord): boolean {
  if (!order.isOurs) return false;
  if (order.cumQtyBase !== order.filledQtyBase) return true;
  if (order.state !== 'open') return false;
  if (order.isCancelAsked) return true;
  if (order.isUntriggered) return false;
  return order.type !== 'limit' || order.tif === 'IOC' || order.tif === 'FOK';
}

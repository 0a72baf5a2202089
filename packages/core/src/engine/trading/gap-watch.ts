import { decimal, type AccountKey } from '../../domain/index.ts';
import type { OrderRecord } from '../../execution/index.ts';
import type { AccountDesk } from './account-desk.ts';
import type { CoreContext } from './core-context.ts';

/** What normally comes in milliseconds is missing when it has not come after this. */
const MISSING_AFTER_MS = 2_000;
/** Pauses between two questions about gaps of one account; the last one repeats. */
const PAUSES_MS = [0, 2_000, 5_000, 10_000, 30_000] as const;

/**
 * Notices that a stream has lost something long before the next periodic comparison: an order that should have ended at once, fills fewer than
 * the venue's sum, a position or cash other than our records explain. Each makes the account be asked now.
 */
export class GapWatch {
  private readonly context: Pick<
    CoreContext,
    'clock' | 'orders' | 'ledger' | 'desks' | 'resolver' | 'reconciler' | 'log'
  >;
  private readonly sinceMs = new Map<string, number>();
  private readonly asked = new Map<AccountKey, { count: number; dueMs: number }>();

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
      const gaps = short.filter((order) => order.account === desk.account);
      const names = [...gaps.map(({ key }) => key), ...this.positionGaps(desk), ...this.cashGaps(desk)];
      for (const name of names) seen.add(name);
      const standing = names.filter((name) => nowMs - this.firstSeenMs(name, nowMs) >= MISSING_AFTER_MS);
      if (names.length === 0) this.asked.delete(desk.account);
      if (standing.length > 0) this.ask(desk.account, gaps, nowMs);
    }
    for (const name of this.sinceMs.keys()) if (!seen.has(name)) this.sinceMs.delete(name);
  }

  private firstSeenMs(name: string, nowMs: number): number {
    const known = this.sinceMs.get(name);
    if (known === undefined) this.sinceMs.set(name, nowMs);
    return known ?? nowMs;
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

  private ask(account: AccountKey, gaps: readonly OrderRecord[], nowMs: number): void {
    const state = this.asked.get(account) ?? { count: 0, dueMs: nowMs };
    if (nowMs < state.dueMs) return;
    state.count += 1;
    state.dueMs = nowMs + (PAUSES_MS[Math.min(state.count, PAUSES_MS.length - 1)] as number);
    this.asked.set(account, state);
    this.close(account, gaps).catch((e: unknown) =>
      this.context.log.error('asking about a gap failed', { account, detail: String(e) }),
    );
  }

  /** The orders first: what they add up to is what the fills of the comparison are held against. */
  private async close(account: AccountKey, gaps: readonly OrderRecord[]): Promise<void> {
    const { resolver, reconciler } = this.context;
    for (const order of gaps) if (order.state === 'open') await resolver.ask(order);
    await reconciler.reconcile(account, 'asked');
  }
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

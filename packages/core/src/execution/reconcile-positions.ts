import {
  decimal,
  toDecimalString,
  type AccountKey,
  type DecimalString,
  type InstrumentId,
  type PositionReport,
  type TradingFact,
  type Venue,
} from '../domain/index.ts';
import type { ExecutionDeps, LedgerView } from './execution-deps.ts';

/** While an order of unknown outcome on the instrument is younger than this, the resolver has the word. */
const UNPROVEN_GRACE_MS = 30_000;

/** A quantity the venue holds and our fills do not explain. */
export interface Difference {
  readonly instrumentId: InstrumentId;
  readonly theirsBase: DecimalString;
  readonly oursBase: DecimalString;
  /** null when the venue lists no position. */
  readonly position: PositionReport | null;
}

/** Returns where the venue's quantities differ from the ledger's. */
export function positionDifferences(
  ledger: LedgerView,
  account: AccountKey,
  positions: readonly PositionReport[],
): readonly Difference[] {
  const theirs = new Map(positions.map((position) => [position.instrumentId, position]));
  const ids = new Set([...theirs.keys(), ...ledger.openPositions(account)]);
  const differences: Difference[] = [];
  for (const instrumentId of ids) {
    const position = theirs.get(instrumentId) ?? null;
    const theirsBase = position?.qtyBase ?? '0';
    const oursBase = ledger.positionQtyOf(account, instrumentId) ?? '0';
    if (!decimal(theirsBase).eq(decimal(oursBase))) differences.push({ instrumentId, theirsBase, oursBase, position });
  }
  return differences;
}

/** Returns those of `before` that still stand unchanged in `after`: what moves meanwhile is no settled difference. */
export function standingDifferences(
  before: readonly Difference[],
  after: readonly Difference[],
): readonly Difference[] {
  return after.filter((now) =>
    before.some(
      (then) =>
        then.instrumentId === now.instrumentId && then.theirsBase === now.theirsBase && then.oursBase === now.oursBase,
    ),
  );
}

/** Names the condition of an instrument whose quantity differs. */
export function divergenceKey(account: AccountKey, instrumentId: InstrumentId): string {
  return `divergence:${account}:${instrumentId}`;
}

export interface AdoptPosition {
  readonly deps: ExecutionDeps;
  readonly account: AccountKey;
  readonly difference: Difference;
  readonly isFirstPass: boolean;
  /** A price of the instrument for positions the venue no longer lists; null when none is known. */
  readonly markPx: DecimalString | null;
  /** Venue time at which the venue was asked; null while its clock is unknown. */
  readonly venueReadMs: number | null;
}

/**
 * Makes the ledger's quantity the venue's. Returns false when it can't yet: an order of unknown outcome may explain the difference, no
 * price is known to book it at, or the journal failed.
 */
export function adoptPosition(adopt: AdoptPosition): boolean {
  const { deps, account, difference, isFirstPass, markPx } = adopt;
  const { instrumentId, theirsBase, oursBase, position } = difference;
  const nowMs = deps.clock.nowMs();
  const isAsked = deps.store
    .unprovenOrders(account)
    .some((order) => order.instrumentId === instrumentId && nowMs - order.createdMs < UNPROVEN_GRACE_MS);
  if (isAsked) return false;
  const px = position?.entryPx ?? position?.markPx ?? markPx;
  if (px === null) return false;
  const why = isFirstPass && decimal(oursBase).eq(0) ? 'opening-balance' : 'venue-truth';
  const text =
    why === 'opening-balance'
      ? `${account} holds ${theirsBase} ${instrumentId} from before our records; taken over at ${px}`
      : `${account} holds ${theirsBase} ${instrumentId}, our fills say ${oursBase}; the venue's quantity is taken over at ${px}`;
  const [symbol = null] = instrumentId.split('.');
  const [venue] = account.split(':') as [Venue];
  // WHY: the venue's clock may run behind ours. Measured by ours, a fill of the next moment would count as inside the quantity.
  const asOfMs = position === null ? adopt.venueReadMs : position.updatedMs;
  const asOf = asOfMs === null ? {} : { asOfMs };
  const data = { instrumentId, theirsBase, oursBase, px, why };
  const facts: TradingFact[] = [
    { kind: 'position-set', account, instrumentId, qtyBase: toDecimalString(decimal(theirsBase)), px, why, ...asOf },
    { kind: 'event', event: 'position_set', severity: 'WARN', symbol, venues: [venue], text, data },
  ];
  return deps.facts.append(facts).ok;
}

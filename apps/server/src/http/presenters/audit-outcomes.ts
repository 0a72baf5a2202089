import type { z } from 'zod';
import type { AuditTradeRow } from '@riptide/contracts';
import { decimal, ok, type DomainError, type ExecutionMode, type Result } from '@riptide/core/domain';
import type { ClosedTrade } from '@riptide/core/ledger';
import type { EngineLink } from '../../link/engine-link.ts';
import type { AuditTradeRow as StoredTrade } from '../../storage/audit/audit-filter.ts';
import type { IntentFill } from '../../storage/trading-db/read-intent-fills.ts';
import type { TradingHistory } from '../../storage/trading-db/trading-history.ts';
import { partsOfAccount } from './accounts.ts';
import { presentAuditTrade } from './audit.ts';
import { rate } from './rated-trades.ts';
import { tradeAt } from './trades-of-place.ts';

export interface OutcomeDeps {
  readonly history: TradingHistory;
  readonly link: EngineLink;
}

type Shown = z.input<typeof AuditTradeRow>;

/** Returns trades of the audit with what they cost and earned. @errors ENGINE_NOT_READY. */
export function presentTradeRows(rows: readonly StoredTrade[], deps: OutcomeDeps): Result<Shown[], DomainError> {
  const fills = deps.history.intentFills(rows.map((row) => row.intent_id));
  if (!fills.ok) return fills;
  const byIntent = grouped(fills.value, ({ intentId }) => intentId);
  const closed = closedOf(fills.value, deps.history);
  if (!closed.ok) return closed;
  return ok(
    rows.map((row): Shown => {
      const own = byIntent.get(row.intent_id) ?? [];
      const trade = tradeOf(own, closed.value);
      const [rated] = trade === null ? [] : rate(deps.link, [trade]);
      const netUsd = rated?.netUsd ?? null;
      return {
        ...presentAuditTrade(row),
        fees: feesOf(own),
        position: own.length === 0 ? 'none' : trade === null ? 'open' : 'closed',
        net_usd: netUsd === null ? null : Number(netUsd),
      };
    }),
  );
}

/** Closed trades by mode, of the modes that there are fills of. */
type Closed = ReadonlyMap<ExecutionMode, readonly ClosedTrade[]>;

function closedOf(fills: readonly IntentFill[], history: TradingHistory): Result<Closed, DomainError> {
  const closed = new Map<ExecutionMode, readonly ClosedTrade[]>();
  for (const mode of ['paper', 'live'] as const) {
    if (!fills.some(({ account }) => partsOfAccount(account).mode === mode)) continue;
    const trades = history.closedTrades(mode);
    if (!trades.ok) return trades;
    closed.set(mode, trades.value);
  }
  return ok(closed);
}

/** Returns the trade that the last fill belongs to. */
function tradeOf(fills: readonly IntentFill[], closed: Closed): ClosedTrade | null {
  const last = fills.at(-1);
  if (last === undefined) return null;
  return tradeAt(closed.get(partsOfAccount(last.account).mode) ?? [], last, last.venueMs);
}

function feesOf(fills: readonly IntentFill[]): Shown['fees'] {
  const sums = new Map<string, ReturnType<typeof decimal>>();
  for (const { fee, feeAsset } of fills) sums.set(feeAsset, (sums.get(feeAsset) ?? decimal('0')).plus(decimal(fee)));
  return [...sums].map(([asset, amount]) => ({ asset, amount: amount.toNumber() }));
}

function grouped<T>(values: readonly T[], keyOfValue: (value: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const group = groups.get(keyOfValue(value));
    if (group === undefined) groups.set(keyOfValue(value), [value]);
    else group.push(value);
  }
  return groups;
}

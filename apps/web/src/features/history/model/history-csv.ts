import { getHistory, getHistoryFills, type HistoryItem, type TradeFill } from '@riptide/contracts/calls';
import type { ApiCall } from '../../../lib/api-client.ts';
import { toCsv } from '../../../lib/csv.ts';
import type { HistoryFilter } from './history-search.ts';

const STEP = 1000;

const iso = (atSeconds: number): string => new Date(atSeconds * 1000).toISOString();

/** Loads every trade of the filter, page by page. */
async function loadAll<Row>(
  load: (offset: number) => Promise<{ readonly rows: readonly Row[]; readonly total: number }>,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let offset = 0, total = 1; offset < total; offset += STEP) {
    const page = await load(offset);
    rows.push(...page.rows);
    total = page.total;
  }
  return rows;
}

/** Writes every closed trade of the filter, one row a trade. */
export async function tradesCsv(call: ApiCall, filter: HistoryFilter): Promise<string> {
  const trades = await loadAll<HistoryItem>(async (offset) => {
    const { history, total } = await call(getHistory, { query: { ...filter, limit: STEP, offset } });
    return { rows: history, total };
  });
  return toCsv(
    [
      'closed_at',
      'opened_at',
      'mode',
      'engine',
      'venue',
      'symbol',
      'side',
      'size',
      'entry_price',
      'exit_price',
      'gross_pnl_usd',
      'fees_usd',
      'funding_usd',
      'pnl_usd',
      'decision_price',
      'slippage_bps',
      'hold_seconds',
      'exit_reason',
      'execution_id',
      'trade_id',
    ],
    trades.map((row) => [
      iso(row.timestamp),
      iso(row.opened_at),
      row.mode,
      row.engine,
      row.venue,
      row.symbol,
      row.side === 'BUY' ? 'Long' : 'Short',
      row.size,
      row.price,
      row.exit_price,
      row.gross_pnl,
      row.fees,
      row.funding,
      row.pnl,
      row.decision_price ?? null,
      row.slippage_bps ?? null,
      row.hold_seconds,
      row.exit,
      row.execution_id ?? null,
      row.id,
    ]),
  );
}

/** Writes every fill of the closed trades of the filter, one row a fill, as tax forms want it. */
export async function fillsCsv(call: ApiCall, filter: HistoryFilter): Promise<string> {
  const fills = await loadAll<TradeFill>(async (offset) => {
    const page = await call(getHistoryFills, { query: { ...filter, limit: STEP, offset } });
    return { rows: page.fills, total: page.total };
  });
  return toCsv(
    [
      'time',
      'mode',
      'venue',
      'symbol',
      'side',
      'quantity',
      'price',
      'fee',
      'fee_asset',
      'liquidity',
      'cause',
      'role',
      'order_id',
      'fill_id',
      'trade_id',
    ],
    fills.map((row) => [
      iso(row.timestamp),
      row.mode,
      row.venue,
      row.symbol,
      row.side,
      row.quantity,
      row.price,
      row.fee,
      row.fee_asset,
      row.liquidity,
      row.cause,
      row.role,
      row.order_id,
      row.fill_id,
      row.trade_id,
    ]),
  );
}

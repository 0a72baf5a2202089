import Database from 'better-sqlite3';
import {
  chainHash,
  GENESIS,
  SERVER_ID_BASE,
  type ChainedEvent,
  type ChainedRow,
  type ChainedTrade,
} from '../../apps/server/src/storage/audit/audit-chain.ts';
import { ADD_ALL_SYMBOLS, ADD_TALLY, dayOf } from '../../apps/server/src/storage/audit/audit-tables.ts';

const VENUES = ['BINANCE', 'BYBIT', 'OKX', 'KUCOIN'] as const;
const SEVERITIES = ['INFO', 'INFO', 'INFO', 'INFO', 'INFO', 'WARN', 'WARN', 'ERROR', 'CRITICAL', 'DEBUG'] as const;
const SYMBOLS = 300;
const CHUNK = 10_000;

export interface GeneratedRows {
  readonly trades: number;
  readonly events: number;
  readonly serverEvents: number;
  readonly firstMs: number;
  readonly days: number;
}

/** Fills both databases with a chain as the product writes it, spread evenly over the days; the same every time. */
export function generateRows(paths: { readonly app: string; readonly trading: string }, rows: GeneratedRows): void {
  const { trades, events, serverEvents } = rows;
  fill(paths.trading, {
    ...rows,
    total: trades + events,
    baseId: 0,
    tradeEvery: (trades + events) / Math.max(1, trades),
  });
  fill(paths.app, { ...rows, total: serverEvents, baseId: SERVER_ID_BASE, tradeEvery: Number.POSITIVE_INFINITY });
}

interface Filling {
  readonly total: number;
  readonly baseId: number;
  readonly tradeEvery: number;
  readonly firstMs: number;
  readonly days: number;
}

function fill(path: string, { total, baseId, tradeEvery, firstMs, days }: Filling): void {
  const db = new Database(path);
  db.pragma('synchronous = off');
  const addEvent = db.prepare(
    `insert into audit_event (id, created_ms, event, severity, symbol, venues, payload, version, hash)
      values (@id, @created_ms, @event, @severity, @symbol, @venues, @payload, @version, @hash)`,
  );
  const addTrade =
    baseId === 0
      ? db.prepare(
          `insert into audit_trade (id, created_ms, intent_id, symbol, venues, payload, result, first_result, version, hash)
            values (@id, @created_ms, @intent_id, @symbol, @venues, @payload, @first_result, @first_result, @version, @hash)`,
        )
      : null;
  const tallies = new Map<string, number>();
  let hash: Buffer = GENESIS;
  let nextTrade = tradeEvery;
  for (let done = 0; done < total; done += CHUNK) {
    db.transaction(() => {
      for (let n = done; n < Math.min(total, done + CHUNK); n += 1) {
        const atMs = firstMs + Math.floor((n * days * 86_400_000) / total);
        const isTrade = addTrade !== null && n + 1 >= nextTrade;
        if (isTrade) nextTrade += tradeEvery;
        const row: ChainedRow = isTrade ? tradeRow(n, baseId, atMs) : eventRow(n, baseId, atMs);
        hash = chainHash(hash, row);
        const { kind, ...columns } = row;
        (kind === 'trade' && addTrade !== null ? addTrade : addEvent).run({ ...columns, hash });
        const severity = row.kind === 'event' ? row.severity : '';
        const about = row as ChainedTrade | ChainedEvent;
        const key = JSON.stringify([kind, dayOf(atMs), about.symbol ?? '', about.venues, severity]);
        tallies.set(key, (tallies.get(key) ?? 0) + 1);
      }
    })();
  }
  const addTally = db.prepare(ADD_TALLY);
  db.transaction(() => {
    for (const [key, count] of tallies) {
      const [kind, day, symbol, venues, severity] = JSON.parse(key) as [string, number, string, string, string];
      addTally.run({ kind, day, symbol, venues, severity, count });
    }
    db.prepare(ADD_ALL_SYMBOLS).run();
    db.prepare('update audit_head set last_id = ?, hash = ?, rows = ?').run(baseId + total, hash, total);
  })();
  db.pragma('wal_checkpoint(truncate)');
  db.close();
}

function symbolOf(n: number): string {
  // WHY: few symbols have most of the rows, as in life.
  const at = Math.floor(SYMBOLS * ((n * 0.618_033_988_7) % 1) ** 3);
  return at === 0 ? 'BTCUSDT' : `COIN${at}USDT`;
}

function eventRow(n: number, baseId: number, atMs: number): ChainedEvent {
  const venue = VENUES[n % 4] ?? 'OKX';
  const text = `stop of ${symbolOf(n)} on ${venue} moved to ${(n % 977) / 7}`;
  return {
    kind: 'event',
    version: 1,
    id: baseId + n + 1,
    created_ms: atMs,
    event: baseId === 0 ? 'stop_moved' : 'command',
    severity: SEVERITIES[n % 10] ?? 'INFO',
    symbol: n % 5 === 0 ? null : symbolOf(n),
    venues: n % 3 === 0 ? `${venue},${VENUES[(n + 1) % 4]}` : venue,
    payload: JSON.stringify({ text, account: `${venue}:paper`, who: { session: '1a2b3c4d5e6f', account: null }, n }),
  };
}

function tradeRow(n: number, baseId: number, atMs: number): ChainedTrade {
  const symbol = symbolOf(n);
  const venue = VENUES[n % 4] ?? 'OKX';
  const gates = ['kill-switch', 'limits', 'margin', 'book', 'cooldown'].map((gate) => ({
    gate,
    ok: true,
    code: null,
    detail: 'within its limit',
  }));
  return {
    kind: 'trade',
    version: 1,
    id: baseId + n + 1,
    created_ms: atMs,
    intent_id: `i${n}`,
    symbol,
    venues: venue,
    payload: JSON.stringify({
      intent: { intentId: `i${n}`, instrumentId: `${symbol}.PERP.${venue}`, side: 'BUY', qtyBase: '0.013' },
      gates,
    }),
    first_result: JSON.stringify({ status: 'approved', orders: [] }),
  };
}

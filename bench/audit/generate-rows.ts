import Database from 'better-sqlite3';
import {
  chainHash,
  GENESIS,
  SERVER_ID_BASE,
  type ChainedEvent,
  type ChainedTrade,
} from '../../apps/server/src/storage/audit/audit-chain.ts';
import {
  ADD_ALL_SYMBOLS,
  ADD_TALLY,
  dayOf,
  EVENT_INDEXES,
  TRADE_INDEXES,
} from '../../apps/server/src/storage/audit/audit-tables.ts';

const VENUES = ['BINANCE', 'BYBIT', 'OKX', 'KUCOIN'] as const;
const SEVERITIES = ['INFO', 'INFO', 'INFO', 'INFO', 'INFO', 'WARN', 'WARN', 'ERROR', 'CRITICAL', 'DEBUG'] as const;
const SYMBOLS = 300;
const CHUNK = 50_000;
const CACHE_KB = 262_144;

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
  db.pragma(`cache_size = -${CACHE_KB}`);
  const isEngine = baseId === 0;
  // WHY: an index that is made at the end, in its order, costs a fraction of one that takes ten million rows at random places.
  const indexes = [...EVENT_INDEXES, ...(isEngine ? TRADE_INDEXES : [])];
  for (const statement of indexes) db.exec(`drop index ${/create index (\w+)/.exec(statement)?.[1] ?? ''}`);
  const addEvent = db.prepare(
    `insert into audit_event (id, created_ms, event, severity, symbol, venues, payload, version, hash) values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const addTrade = isEngine
    ? db.prepare(
        `insert into audit_trade (id, created_ms, intent_id, symbol, venues, payload, result, first_result, version, hash)
          values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
    : null;
  const add = (row: ChainedTrade | ChainedEvent, hash: Buffer): void => {
    const { id, created_ms: atMs, symbol, venues, payload, version } = row;
    if (row.kind === 'event') addEvent.run(id, atMs, row.event, row.severity, symbol, venues, payload, version, hash);
    else {
      const { intent_id: intentId, first_result: result } = row;
      addTrade?.run(id, atMs, intentId, symbol, venues, payload, result, result, version, hash);
    }
  };
  const tallies = new Map<string, number>();
  let hash: Buffer = GENESIS;
  let nextTrade = tradeEvery;
  for (let done = 0; done < total; done += CHUNK) {
    db.transaction(() => {
      for (let n = done; n < Math.min(total, done + CHUNK); n += 1) {
        const atMs = firstMs + Math.floor((n * days * 86_400_000) / total);
        const isTrade = addTrade !== null && n + 1 >= nextTrade;
        if (isTrade) nextTrade += tradeEvery;
        const row = isTrade ? tradeRow(n, baseId, atMs) : eventRow(n, baseId, atMs);
        hash = chainHash(hash, row);
        add(row, hash);
        const severity = row.kind === 'event' ? row.severity : '';
        const key = JSON.stringify([row.kind, dayOf(atMs), row.symbol ?? '', row.venues, severity]);
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
  for (const statement of indexes) db.exec(statement);
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

import type { Database } from 'better-sqlite3';
import { chainHash, GENESIS, type ChainedRow } from './audit-chain.ts';
import { ALL_SYMBOLS, type AuditCheckpointTable, type AuditHeadTable } from './audit-tables.ts';

/** A place where what is stored is not what was written. */
interface ChainBreak {
  readonly id: number;
  readonly what: string;
}

export interface ChainReport {
  /** Rows looked at. */
  readonly rows: number;
  readonly firstId: number | null;
  readonly lastId: number | null;
  /** Rows that retention took away before the first one. */
  readonly pruned: number;
  /** Hash of the last row looked at, hexadecimal: noted elsewhere, it proves later that nothing before it was changed. */
  readonly hash: string;
  readonly firstBreak: ChainBreak | null;
}

export interface ChainRange {
  readonly fromId: number | null;
  readonly toId: number | null;
}

type StoredRow = ChainedRow & { readonly hash: Buffer | null };

/** Reads the rows of a chain in its order, a page at a time; `hasTrades` false: the server's chain, of events only. */
class ChainPages {
  private readonly db: Database;
  private readonly hasTrades: boolean;

  constructor(db: Database, hasTrades: boolean) {
    this.db = db;
    this.hasTrades = hasTrades;
  }

  *rows(fromId: number, toId: number): Generator<StoredRow> {
    const tables = this.hasTrades ? ([TRADES, RESULTS, EVENTS] as const) : ([EVENTS] as const);
    const streams = tables.map((sql) => this.db.prepare(sql).iterate(fromId, toId) as IterableIterator<StoredRow>);
    const heads = streams.map((stream) => stream.next());
    try {
      for (;;) {
        const at = firstOf(heads);
        const head = heads[at];
        const stream = streams[at];
        if (head?.done !== false || stream === undefined) return;
        yield head.value;
        heads[at] = stream.next();
      }
    } finally {
      for (const stream of streams) stream.return?.();
    }
  }
}

/** Returns which of the streams has the row that comes first; -1 when all have ended. */
function firstOf(heads: readonly IteratorResult<StoredRow>[]): number {
  let at = -1;
  for (const [i, head] of heads.entries()) {
    const best = heads[at];
    if (head.done !== true && (best === undefined || best.done === true || head.value.id < best.value.id)) at = i;
  }
  return at;
}

const TRADES = `select 'trade' as kind, * from audit_trade where id between ? and ? order by id`;
const RESULTS = `select 'result' as kind, * from audit_result where id between ? and ? order by id`;
const EVENTS = `select 'event' as kind, * from audit_event where id between ? and ? order by id`;

/** Checks a chain, whole or a range of it, and what is shown of it beside the rows. Needs a connection that reads one state throughout. */
export function verifyChain(db: Database, { fromId, toId }: ChainRange): ChainReport {
  const hasTrades = db.prepare("select 1 from sqlite_master where name = 'audit_trade'").get() !== undefined;
  const checkpoint = db.prepare('select * from audit_checkpoint order by pruned_id desc limit 1').get() as
    AuditCheckpointTable | undefined;
  const start = Math.max(fromId ?? 0, 0);
  const stored: unknown = hashBefore(db, start, hasTrades) ?? checkpoint?.hash ?? GENESIS;
  const before = Buffer.isBuffer(stored) ? stored : NO_HASH;
  const end = toId ?? Number.MAX_SAFE_INTEGER;
  const walk = walkRows(new ChainPages(db, hasTrades).rows(start, end), before);
  const report = {
    rows: walk.rows,
    firstId: walk.firstId,
    lastId: walk.lastId,
    pruned: checkpoint?.rows ?? 0,
    hash: walk.hash.toString('hex'),
  };
  const firstBreak =
    walk.firstBreak ??
    (toId === null ? headBreak(db, walk, { isWhole: fromId === null, pruned: report.pruned }) : null) ??
    (hasTrades ? resultBreak(db, start, end) : null) ??
    (fromId === null && toId === null ? tallyBreak(db, hasTrades) : null);
  return { ...report, firstBreak };
}

interface Walk {
  readonly rows: number;
  readonly firstId: number | null;
  readonly lastId: number | null;
  readonly hash: Buffer;
  readonly firstBreak: ChainBreak | null;
}

function walkRows(all: Iterable<StoredRow>, before: Buffer): Walk {
  let hash = before;
  let rows = 0;
  let firstId: number | null = null;
  let lastId: number | null = null;
  for (const row of all) {
    firstId ??= row.id;
    const expected = chainHash(hash, row);
    if (!isSame(expected, row.hash)) {
      const what = `the ${row.kind} was changed, or a row before it was added or removed`;
      return { rows, firstId, lastId, hash, firstBreak: { id: row.id, what } };
    }
    hash = expected;
    rows += 1;
    lastId = row.id;
  }
  return { rows, firstId, lastId, hash, firstBreak: null };
}

/** Where a hash should be and something else is: no row fits behind it. */
const NO_HASH = Buffer.alloc(0);

/** A hash that somebody has put something else in place of is another hash. */
function isSame(expected: Buffer, stored: unknown): boolean {
  return Buffer.isBuffer(stored) && expected.equals(stored);
}

/** Returns the hash of the newest row before an id that still stands. */
function hashBefore(db: Database, id: number, hasTrades: boolean): Buffer | null {
  const tables = hasTrades ? ['audit_trade', 'audit_result', 'audit_event'] : ['audit_event'];
  const found = tables
    .map((table) => db.prepare(`select id, hash from ${table} where id < ? order by id desc limit 1`).get(id))
    .filter((row) => row !== undefined) as { readonly id: number; readonly hash: Buffer }[];
  return found.reduce<(typeof found)[number] | null>((a, b) => (a !== null && a.id > b.id ? a : b), null)?.hash ?? null;
}

function headBreak(
  db: Database,
  walk: Walk,
  { isWhole, pruned }: { readonly isWhole: boolean; readonly pruned: number },
): ChainBreak | null {
  const head = db.prepare('select * from audit_head').get() as AuditHeadTable;
  if (!isSame(walk.hash, head.hash))
    return { id: head.last_id, what: `rows are missing at the end: it should be row ${head.last_id}` };
  const missing = head.rows - pruned - walk.rows;
  if (isWhole && missing !== 0) return { id: head.last_id, what: `${missing} rows fewer than were written` };
  return null;
}

/** The result that a trade shows is the newest that was written for it. */
function resultBreak(db: Database, fromId: number, toId: number): ChainBreak | null {
  const wrong = db
    .prepare(
      `select id from audit_trade t where id between ? and ? and result <> coalesce(
        (select result from audit_result r where r.intent_id = t.intent_id order by r.id desc limit 1), first_result) order by id limit 1`,
    )
    .get(fromId, toId) as { readonly id: number } | undefined;
  return wrong === undefined ? null : { id: wrong.id, what: 'the trade shows another result than the newest written' };
}

function tallyBreak(db: Database, hasTrades: boolean): ChainBreak | null {
  for (const kind of hasTrades ? (['trade', 'event'] as const) : (['event'] as const)) {
    const { rows } = db.prepare(`select count(*) as rows from audit_${kind}`).get() as { readonly rows: number };
    for (const by of ['=', '<>']) {
      const { told } = db
        .prepare(
          `select coalesce(sum(count), 0) as told from audit_tally where kind = ? and symbol ${by} '${ALL_SYMBOLS}'`,
        )
        .get(kind) as { readonly told: number };
      if (rows !== told) return { id: 0, what: `${told} ${kind}s are counted, ${rows} are there` };
    }
  }
  return null;
}

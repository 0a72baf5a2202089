import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Decision, TradingFact } from '@riptide/core/domain';
import { silentLog, VirtualClock } from '@riptide/core/kernel';
import { buildDetail } from '../../link/sniping-values.fixture.ts';
import { FileJournal } from '../journal/file-journal.ts';
import { SegmentRetention } from '../journal/segment-retention.ts';
import { openSqlite } from '../open-sqlite.ts';
import { JournalFold } from './journal-fold.ts';
import type { DecisionFilter } from './read-decisions.ts';
import { TradingHistory } from './trading-history.ts';
import { TRADING_MIGRATIONS, type TradingSchema } from './trading-schema.ts';

const AT_MS = 1_800_000_000_000;
const ALL: DecisionFilter = {
  beforeId: null,
  symbol: null,
  action: null,
  sinceMs: null,
  beforeMs: null,
  limit: 100,
  offset: 0,
};

let dataDir = '';
let history: TradingHistory;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'riptide-decisions-'));
  const path = join(dataDir, 'trading.db');
  await (await openSqlite<TradingSchema>(path, TRADING_MIGRATIONS)).destroy();
  history = new TradingHistory({ path, log: silentLog() });
});
afterEach(() => {
  history.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Decision n; two share each millisecond. */
function decision(n: number, over: Partial<Decision> = {}): Decision {
  return { ...buildDetail().decision, decisionId: `d${n}`, atMs: AT_MS + Math.floor(n / 2), ...over };
}

function fold(facts: readonly TradingFact[]): void {
  const clock = new VirtualClock(AT_MS);
  const folder = join(dataDir, 'journal');
  const journal = new FileJournal({ folder, clock, log: silentLog() });
  journal.begin(null, 0);
  journal.append(facts, AT_MS);
  journal.close();
  const parts = { folder, clock, log: silentLog() };
  const retention = new SegmentRetention({ ...parts, keepMs: () => 0, bytesMax: 0 });
  const folding = new JournalFold({ ...parts, path: join(dataDir, 'trading.db'), retention });
  folding.start();
  clock.advance(1_000);
  folding.close();
}

function pageOf(over: Partial<DecisionFilter>) {
  const page = history.decisions({ ...ALL, ...over });
  if (!page.ok) throw new Error(page.error.detail);
  return page.value;
}

describe('decisions in trading.db', () => {
  it('are paged through whole, each once, newest first', () => {
    fold(Array.from({ length: 1_203 }, (_, n): TradingFact => ({ kind: 'decision', decision: decision(n) })));
    const seen: string[] = [];
    for (let beforeId: string | null = null; ; beforeId = seen.at(-1) ?? null) {
      const { rows, total } = pageOf({ beforeId });
      expect(total).toBe(1_203);
      if (rows.length === 0) break;
      seen.push(...rows.map((row) => row.decision.decisionId));
    }
    expect(seen).toEqual(Array.from({ length: 1_203 }, (_, n) => `d${1_202 - n}`));
  });

  it('keep their place when they are told again, and have their outcome and their trade beside them', () => {
    const { outcome } = buildDetail();
    if (outcome === null) throw new Error('the fixture has an outcome');
    fold([
      { kind: 'decision', decision: decision(1, { action: 'proposed' }) },
      { kind: 'decision', decision: decision(2) },
      { kind: 'decision', decision: decision(1, { action: 'watched', reason: 'dismissed by me' }) },
      { kind: 'decision-outcome', outcome: { ...outcome, decisionId: 'd1' } },
    ]);
    const { rows } = pageOf({});
    expect(rows.map((row) => row.decision.decisionId)).toEqual(['d2', 'd1']);
    expect(rows[1]).toEqual({
      decision: decision(1, { action: 'watched', reason: 'dismissed by me' }),
      outcome: { ...outcome, decisionId: 'd1' },
      snipe: null,
    });
    expect(pageOf({ action: 'watched' }).total).toBe(1);
    expect(history.decision('nothing')).toEqual({ ok: true, value: null });
  });
});

import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TradingFact } from '@riptide/core/domain';
import { silentLog, systemClock } from '@riptide/core/kernel';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileJournal } from './file-journal.ts';
import { readJournal, segmentsOf } from './read-journal.ts';

const AT_MS = 1_795_000_000_000;
const fact = (text: string): TradingFact => ({
  kind: 'event',
  event: 'test',
  severity: 'INFO',
  symbol: null,
  venues: [],
  text,
  data: {},
});

describe('the journal', () => {
  let folder = '';
  const open = (): FileJournal => new FileJournal({ folder, clock: systemClock(), log: silentLog() });

  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'riptide-journal-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('gives back the checkpoint and every record after it, numbered on', () => {
    const journal = open();
    expect(journal.begin({ positions: 1 }, 41).ok).toBe(true);
    expect(journal.append([fact('a'), fact('b')], AT_MS)).toMatchObject({
      ok: true,
      records: [{ seq: 42 }, { seq: 43 }],
    });
    const content = readJournal(folder);
    expect(content.checkpoint).toMatchObject({ seq: 41, state: { positions: 1 } });
    expect(content.records.map((record) => [record.seq, record.kind === 'event' && record.text])).toEqual([
      [42, 'a'],
      [43, 'b'],
    ]);
    journal.close();
  });

  it('cuts off a torn tail and nothing else', () => {
    const journal = open();
    journal.begin({}, 0);
    journal.append([fact('whole')], AT_MS);
    journal.close();
    const path = join(folder, segmentsOf(folder)[0] ?? '');
    appendFileSync(path, '1234abcd {"kind":"event","text":"to');
    const content = readJournal(folder);
    expect(content.records).toHaveLength(1);
    expect(content.tornBytes).toBeGreaterThan(0);
  });

  it('refuses a file that lost a record in the middle', () => {
    const journal = open();
    journal.begin({}, 0);
    journal.append([fact('first'), fact('second')], AT_MS);
    journal.close();
    const path = join(folder, segmentsOf(folder)[0] ?? '');
    writeFileSync(path, readFileSync(path, 'utf8').replace('first', 'fIrst'));
    expect(() => readJournal(folder)).toThrow(/damaged in the middle/);
  });

  it('reads the older segment when the newest was torn while it began', () => {
    const journal = open();
    journal.begin({}, 0);
    journal.append([fact('kept')], AT_MS);
    journal.close();
    writeFileSync(join(folder, '000000000000001.journal'), 'ffffffff {"kind":"check');
    expect(readJournal(folder).records).toHaveLength(1);
  });

  it('rotates without losing or repeating a record', () => {
    const journal = open();
    journal.begin({ at: 0 }, 0);
    journal.append([fact('a')], AT_MS);
    journal.begin({ at: 1 }, journal.lastSeq);
    journal.append([fact('b')], AT_MS);
    journal.close();
    expect(segmentsOf(folder)).toHaveLength(2);
    expect(readJournal(folder)).toMatchObject({ checkpoint: { seq: 1, state: { at: 1 } }, records: [{ seq: 2 }] });
  });
});

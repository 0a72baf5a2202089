import { readFile } from 'node:fs/promises';
import { caseRow, type CaseRow } from './case-row.ts';

/** A line that is no row, or with line null a file that can't be read. */
export interface UnreadableLine {
  readonly file: string;
  /** Counted from 1. */
  readonly line: number | null;
  readonly reason: string;
}

/** Reads the rows of case files; what can't be read is listed and the rest goes on. */
export async function readRows(
  files: readonly string[],
): Promise<{ readonly rows: readonly CaseRow[]; readonly unreadable: readonly UnreadableLine[] }> {
  const rows: CaseRow[] = [];
  const unreadable: UnreadableLine[] = [];
  for (const file of files) {
    const text = await textOf(file);
    if (text instanceof Error) {
      unreadable.push({ file, line: null, reason: text.message });
      continue;
    }
    text.split('\n').forEach((line, at) => {
      if (line.trim() === '') return;
      const row = caseRow(line);
      if (row.ok) rows.push(row.value);
      else unreadable.push({ file, line: at + 1, reason: row.error });
    });
  }
  return { rows, unreadable };
}

async function textOf(file: string): Promise<string | Error> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    return cause instanceof Error ? cause : new Error(String(cause));
  }
}

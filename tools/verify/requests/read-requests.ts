import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { VenueKey } from '@riptide/core/domain';
import { requestRow, type Json, type RequestRow } from './request-row.ts';

/** A line that is no row, or with line null a file that can't be read. */
export interface UnreadableLine {
  readonly file: string;
  /** Counted from 1. */
  readonly line: number | null;
  readonly reason: string;
}

export interface RequestFile {
  readonly file: string;
  readonly rows: readonly RequestRow[];
  readonly unreadable: readonly UnreadableLine[];
}

/** Reads one request file; what can't be read is listed and the rest goes on. */
export async function readRequestFile(file: string): Promise<RequestFile> {
  const text = await textOf(file);
  if (text instanceof Error) return { file, rows: [], unreadable: [{ file, line: null, reason: text.message }] };
  const rows: RequestRow[] = [];
  const unreadable: UnreadableLine[] = [];
  text.split('\n').forEach((line, at) => {
    if (line.trim() === '') return;
    const row = requestRow(line);
    if (row.ok) rows.push(row.value);
    else unreadable.push({ file, line: at + 1, reason: row.error });
  });
  return { file, rows, unreadable };
}

const VECTORS = 'signing-vectors.jsonl';

/** Returns the published dummy keys: those of the rows, and of the signing vectors that lie beside the files. */
export async function readKeyring(files: readonly RequestFile[]): Promise<ReadonlyMap<string, VenueKey>> {
  const folders = new Set(files.map(({ file }) => dirname(file)));
  const given = new Set(files.filter(({ file }) => basename(file) === VECTORS).map(({ file }) => dirname(file)));
  const beside = await Promise.all(
    [...folders].filter((folder) => !given.has(folder)).map((folder) => readRequestFile(join(folder, VECTORS))),
  );
  const keys = new Map<string, VenueKey>();
  for (const { rows } of [...beside, ...files]) {
    for (const { json } of rows) addKey(json, keys);
  }
  return keys;
}

function addKey({ api_key: apiKey, passphrase, secret }: Json, into: Map<string, VenueKey>): void {
  if (typeof apiKey !== 'string' || typeof secret !== 'string') return;
  into.set(apiKey, { apiKey, apiSecret: secret, passphrase: passphrase ?? into.get(apiKey)?.passphrase ?? null });
}

async function textOf(file: string): Promise<string | Error> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    return cause instanceof Error ? cause : new Error(String(cause));
  }
}

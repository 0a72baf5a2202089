import { hash } from 'node:crypto';

/** Version of the payloads that are written now. Stored rows keep theirs: a reader that knows a version must go on knowing it. */
export const AUDIT_VERSION = 1;

/** What stands before the first row of a chain. */
export const GENESIS = Buffer.alloc(32);

/** Rows that the server writes itself begin here; those of the engine have the numbers of its records, far below. */
export const SERVER_ID_BASE = 1_000_000_000_000;

/** A row as it is hashed: every stored column that never changes. */
export type ChainedRow = ChainedTrade | ChainedResult | ChainedEvent;

interface ChainedBase {
  readonly id: number;
  readonly created_ms: number;
  readonly version: number;
}

/** A wish of an engine or a person, and what the gates said of it. */
export interface ChainedTrade extends ChainedBase {
  readonly kind: 'trade';
  readonly intent_id: string;
  readonly symbol: string;
  /** Comma-separated. */
  readonly venues: string;
  readonly payload: string;
  readonly first_result: string;
}

/** What became of a wish by a later record. */
export interface ChainedResult extends ChainedBase {
  readonly kind: 'result';
  readonly intent_id: string;
  readonly result: string;
}

export interface ChainedEvent extends ChainedBase {
  readonly kind: 'event';
  readonly event: string;
  readonly severity: string;
  readonly symbol: string | null;
  /** Comma-separated. */
  readonly venues: string;
  readonly payload: string;
}

const UTF8_BYTES_MAX = 3;
/** Where a row is written to be hashed; a longer one gets memory of its own. */
const SCRATCH = Buffer.alloc(65_536);

/** Returns the hash of a row in its place: SHA-256 over the hash before it and the row's canonical text. */
export function chainHash(previous: Buffer, row: ChainedRow): Buffer {
  const text = canonicalText(row);
  const most = previous.length + text.length * UTF8_BYTES_MAX;
  const bytes = most > SCRATCH.length ? Buffer.alloc(most) : SCRATCH;
  previous.copy(bytes);
  const end = previous.length + bytes.write(text, previous.length, 'utf8');
  return hash('sha256', bytes.subarray(0, end), 'buffer');
}

/** The order of the columns is part of the format: one that changes it breaks every chain there is. */
function canonicalText(row: ChainedRow): string {
  const { kind, version, id, created_ms: createdMs } = row;
  const head = [kind, version, id, createdMs];
  switch (row.kind) {
    case 'trade':
      return JSON.stringify([...head, row.intent_id, row.symbol, row.venues, row.payload, row.first_result]);
    case 'result':
      return JSON.stringify([...head, row.intent_id, row.result]);
    case 'event':
      return JSON.stringify([...head, row.event, row.severity, row.symbol, row.venues, row.payload]);
  }
}

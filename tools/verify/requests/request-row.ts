import { err, isVenue, ok, type Result, type Venue } from '@riptide/core/domain';

/** Anything JSON.parse gives. Rows of other projects are as loose as their writers were. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Json = any;

export const ROW_KINDS = ['ccxt', 'ccapi', 'go-binance', 'kucoin-sdk', 'signing', 'socket'] as const;
export type RowKind = (typeof ROW_KINDS)[number];

/** One row of a request file. */
export interface RequestRow {
  readonly id: string;
  readonly source: string;
  readonly venue: Venue;
  readonly kind: RowKind;
  readonly market: string;
  /** The row as it stands in the file. */
  readonly json: Json;
}

/** Reads one line of a request file; in words why it is no row. */
export function requestRow(line: string): Result<RequestRow, string> {
  let json: Json;
  try {
    json = JSON.parse(line);
  } catch (cause) {
    return err(`no JSON: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
  if (json === null || typeof json !== 'object' || Array.isArray(json)) return err('no object');
  const venue = String(json.venue ?? '').toUpperCase();
  if (!isVenue(venue)) return err(`venue ${JSON.stringify(json.venue) ?? 'missing'} is not known`);
  if (typeof json.id !== 'string') return err('no id');
  const kind = kindOf(json);
  if (kind === null) return err(`kind ${JSON.stringify(json.kind) ?? 'missing'} is not known`);
  return ok({
    id: json.id,
    source: String(json.source_repo ?? ''),
    venue,
    kind,
    market: String(json.market ?? ''),
    json,
  });
}

function kindOf(json: Json): RowKind | null {
  const kind = String(json.kind ?? '');
  if (kind === 'signing' || typeof json.expected_signature === 'string') return 'signing';
  if (kind.startsWith('ws ')) return 'socket';
  if (typeof json.operation === 'string') return 'ccapi';
  if (typeof json.method === 'string' && typeof json.url === 'string') return 'ccxt';
  if (typeof json.endpoint === 'string' && typeof json.name === 'string') return 'kucoin-sdk';
  return kind.startsWith('SDK call') ? 'go-binance' : null;
}

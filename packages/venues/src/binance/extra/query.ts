/** Which candles to ask for; `endTime` in epoch ms, inclusive by candle opening. */
export interface KlinesQuery {
  readonly symbol: string;
  readonly interval: string;
  readonly limit?: number;
  readonly endTime?: number;
}

/** Returns the fields as a query string, percent-encoded: some symbols are not ASCII. */
export function queryText(fields: Readonly<Record<string, string | number>> | KlinesQuery): string {
  return new URLSearchParams(
    Object.entries(fields).map(([key, value]): [string, string] => [key, String(value)]),
  ).toString();
}

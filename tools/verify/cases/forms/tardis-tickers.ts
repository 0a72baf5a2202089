import type { CaseEvent } from '../case-event.ts';
import type { CaseRow } from '../case-row.ts';

interface Memory {
  readonly fields: Record<string, unknown>;
  timestamp: number;
}

/** Our fields in its words. */
const FIELDS: readonly (readonly [kind: CaseEvent['kind'], ours: string, theirs: string])[] = [
  ['ticker', 'lastPx', 'lastPrice'],
  ['mark', 'markPx', 'markPrice'],
  ['mark', 'indexPx', 'indexPrice'],
  ['mark', 'fundingRateFrac', 'fundingRate'],
  ['mark', 'nextFundingMs', 'fundingTimestamp'],
  ['mark', 'followingFundingRateFrac', 'predictedFundingRate'],
];

/**
 * The tardis project's memory of derivative tickers: fields of several channels come together per symbol, and a message goes out when
 * one of them changed. Index prices of a pair only join the symbols that follow it.
 */
export class TardisTickers {
  private readonly memories = new Map<string, Memory>();
  private readonly indexes = new Map<string, number>();

  take(
    row: CaseRow,
    events: readonly CaseEvent[],
    localMs: number,
  ): readonly { readonly type: string; readonly [field: string]: unknown }[] {
    const told = events.filter(({ kind }) => kind === 'ticker' || kind === 'mark');
    if (/index-tickers/.test(row.channel)) {
      for (const { indexPx, symbol } of told) this.indexes.set(symbol, indexPx as number);
      return [];
    }
    return [...new Set(told.map(({ symbol }) => symbol))].flatMap((symbol) =>
      this.takeSymbol(
        symbol,
        told.filter((one) => one.symbol === symbol),
        localMs,
      ),
    );
  }

  /** Returns what is remembered of a symbol; undefined before the first message. */
  remembered(symbol: string): Readonly<Record<string, unknown>> | undefined {
    return this.memories.get(symbol)?.fields;
  }

  private takeSymbol(
    symbol: string,
    told: readonly CaseEvent[],
    localMs: number,
  ): readonly { readonly type: string; readonly [field: string]: unknown }[] {
    const memory = this.memories.get(symbol) ?? { fields: {}, timestamp: Number.NaN };
    this.memories.set(symbol, memory);
    let changed = false;
    const set = (theirs: string, value: unknown): void => {
      if (value === undefined || Number.isNaN(value) || memory.fields[theirs] === value) return;
      memory.fields[theirs] = value;
      changed = true;
    };
    for (const [kind, ours, theirs] of FIELDS) for (const one of told) if (one.kind === kind) set(theirs, one[ours]);
    const indexPx = this.indexes.get(symbol.split('-').slice(0, 2).join('-'));
    if (indexPx !== undefined) set('indexPrice', indexPx);
    const [venueMs] = told.map((one) => one['venueMs'] as number).filter((at) => !Number.isNaN(at));
    if (venueMs !== undefined) memory.timestamp = venueMs;
    if (!changed) return [];
    return [
      {
        type: 'derivative_ticker',
        ...memory.fields,
        timestamp: Number.isNaN(memory.timestamp) ? localMs : memory.timestamp,
      },
    ];
  }
}

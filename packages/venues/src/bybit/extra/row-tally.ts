import type { JsonRecord, UnknownNames } from '../../kit/index.ts';
import type { RowRefusal } from '../rest/parse-private.ts';

/** How many rows gave nothing, by why. */
export interface BybitRowCounters {
  unknownSymbols: number;
  leftOut: number;
  malformed: number;
}

/** Counts what the private side could not use, and tells each unknown name once. */
export class RowTally {
  readonly counters: BybitRowCounters = { unknownSymbols: 0, leftOut: 0, malformed: 0 };
  private readonly names: UnknownNames;

  constructor(names: UnknownNames) {
    this.names = names;
  }

  /** Counts a refusal; `record` is the row it is about. */
  count(refusal: RowRefusal, record: JsonRecord): void {
    switch (refusal) {
      case 'unknown-symbol':
        this.counters.unknownSymbols += 1;
        this.names.tell('symbol', String(record['symbol']));
        return;
      case 'left-out':
        this.counters.leftOut += 1;
        return;
      case 'malformed':
        this.counters.malformed += 1;
        this.names.tell('symbol', `malformed row of ${String(record['symbol'] ?? record['coin'] ?? 'nothing')}`);
    }
  }

  /** Reads every row; those that give nothing are counted and left out. */
  collect<T extends object>(
    records: readonly JsonRecord[],
    read: (record: JsonRecord) => T | RowRefusal,
  ): readonly T[] {
    const found: T[] = [];
    for (const record of records) {
      const one = read(record);
      if (typeof one === 'string') this.count(one, record);
      else found.push(one);
    }
    return found;
  }
}

import type { FeedSubscription } from '@riptide/core/domain';
import { NameFinder, SymbolTable } from '../../kit/index.ts';
import { symbolBytes, toStreamSymbol } from '../symbols.ts';

/** Finds instruments by the names frames use, and keeps the scale each is read with. */
export class InstrumentLookup {
  readonly bySymbol: SymbolTable;
  /** By the lower-case name of stream names. */
  readonly byStream: SymbolTable;
  /** The same, for names in front of `","`, and of the stream names of books and best quotes. */
  readonly symbols: NameFinder;
  readonly streams: NameFinder;
  /** Price decimals by instrument index. */
  readonly decimals: Int32Array;

  constructor(subscriptions: readonly FeedSubscription[]) {
    const names = subscriptions.map(({ instrument, ix }) => [instrument.wireSymbol, ix] as const);
    const bySymbol = names.map(([name, ix]) => [symbolBytes(name), ix] as const);
    const byStream = names.map(([name, ix]) => [symbolBytes(toStreamSymbol(name)), ix] as const);
    this.bySymbol = new SymbolTable(bySymbol);
    this.byStream = new SymbolTable(byStream);
    this.symbols = new NameFinder(bySymbol, ['","']);
    this.streams = new NameFinder(byStream, ['@depth', '@bookTicker']);
    this.decimals = new Int32Array(subscriptions.reduce((size, { ix }) => Math.max(size, ix + 1), 0));
    for (const { ix, scale } of subscriptions) this.decimals[ix] = scale.pxDecimals;
  }
}

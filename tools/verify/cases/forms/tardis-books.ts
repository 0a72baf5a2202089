import type { Venue } from '@riptide/core/domain';
import type { CaseEvent } from '../case-event.ts';

type Levels = readonly (readonly number[])[];

interface Book {
  /** Diffs before the snapshot; null once it came. */
  buffered: CaseEvent[] | null;
  seq: number;
}

/**
 * What the tardis project emits of books: where a venue's diffs need a snapshot it waits for it, merges what came before and is newer,
 * and passes on the rest; elsewhere every message as it is.
 */
export class TardisBooks {
  private readonly books = new Map<string, Book>();

  /** `localMs` stands in where the venue tells no time. */
  take(
    depth: CaseEvent,
    { localMs, venue }: { readonly localMs: number; readonly venue: Venue },
  ): readonly { readonly type: string; readonly [field: string]: unknown }[] {
    const { asks, bids, isSnapshot } = depth;
    if (venue !== 'BINANCE' && venue !== 'KUCOIN') return [changeOf(depth, { bids, asks, isSnapshot }, localMs)];
    const book = this.books.get(depth.symbol) ?? { buffered: [], seq: -1 };
    this.books.set(depth.symbol, book);
    if (isSnapshot === true) return [this.join(book, depth, localMs)];
    if (book.buffered !== null) {
      book.buffered.push(depth);
      return [];
    }
    const isEmpty = (bids as Levels).length === 0 && (asks as Levels).length === 0;
    if ((depth['lastSeq'] as number) <= book.seq || isEmpty) return [];
    return [changeOf(depth, { bids, asks, isSnapshot: false }, localMs)];
  }

  private join(
    book: Book,
    snapshot: CaseEvent,
    localMs: number,
  ): { readonly type: string; readonly [field: string]: unknown } {
    book.seq = snapshot['lastSeq'] as number;
    const newer = (book.buffered ?? []).filter((diff) => (diff['lastSeq'] as number) > book.seq);
    book.buffered = null;
    const bids = merged(
      snapshot['bids'] as Levels,
      newer.flatMap((diff) => diff['bids'] as Levels),
    );
    const asks = merged(
      snapshot['asks'] as Levels,
      newer.flatMap((diff) => diff['asks'] as Levels),
    );
    return { type: 'book_change', isSnapshot: true, bids, asks, timestamp: localMs };
  }
}

function changeOf(
  depth: CaseEvent,
  sides: Readonly<Record<string, unknown>>,
  localMs: number,
): { readonly type: string; readonly [field: string]: unknown } {
  const venueMs = depth['venueMs'] as number;
  return { type: 'book_change', ...sides, timestamp: Number.isNaN(venueMs) ? localMs : venueMs };
}

/** Later sizes replace earlier ones, zeros included; new prices come at the end. */
function merged(levels: Levels, changes: Levels): Levels {
  const sizes = new Map(levels.map(([px = 0, qty = 0]) => [px, qty]));
  for (const [px = 0, qty = 0] of changes) sizes.set(px, qty);
  return [...sizes];
}

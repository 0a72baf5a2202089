import {
  domainError,
  err,
  ok,
  type DomainError,
  type Result,
  type Snipe,
  type TradingRecord,
} from '@riptide/core/domain';
import type { NewsCalls } from '../link/news-calls.ts';
import { SegmentTail } from '../storage/trading-db/segment-tail.ts';

type NewsAnswer = NewsCalls['news-after']['answer'];

/** Whoever catches up over a long time does it in steps, so that nothing else waits. */
const READS_MAX = 8;

/** Trades whose last told state is remembered; an older one may be told again, and is then the same news. */
const TOLD_MAX = 2_000;

/** Reads the news out of the journal for the server, which remembers how far it got. Goes on where the last call ended. */
export class NewsReader {
  private readonly folder: string;
  private tail: SegmentTail | null = null;
  private seq = 0;
  private readonly told = new Map<string, string>();

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Returns the news after a record. @errors ENGINE_NOT_READY when the journal can't be read. */
  read({ afterSeq }: NewsCalls['news-after']['request'], lastSeq: number): Result<NewsAnswer, DomainError> {
    if (afterSeq === null) return ok({ records: [], seq: lastSeq, isEnd: true, missing: 0 });
    try {
      return ok(this.readAfter(afterSeq));
    } catch (e) {
      this.tail = null;
      return err(domainError('ENGINE_NOT_READY', `journal: ${e instanceof Error ? e.message : String(e)}`));
    }
  }

  private readAfter(afterSeq: number): NewsAnswer {
    if (this.tail === null || this.seq !== afterSeq) {
      this.tail = SegmentTail.open(this.folder, afterSeq);
      // WHY: what was told in an answer that never arrived has to be told again.
      this.told.clear();
      this.seq = afterSeq;
    }
    const records: TradingRecord[] = [];
    let missing = 0;
    let isEnd = true;
    for (let reads = 0; this.tail !== null && reads < READS_MAX; reads += 1) {
      const lines = this.tail.read();
      isEnd = lines.length === 0;
      if (isEnd) break;
      for (const line of lines) {
        if (line.seq <= this.seq) continue;
        // A checkpoint that stands for more than was read: those records were taken away meanwhile.
        missing += line.kind === 'checkpoint' ? line.seq - this.seq : line.seq - this.seq - 1;
        this.seq = line.seq;
        if (line.kind !== 'checkpoint' && this.isNews(line)) records.push(line);
      }
    }
    return { records, seq: this.seq, isEnd, missing };
  }

  /** Returns true for records of which a person may be told. Those that come by the thousand are news when their state changes. */
  private isNews(record: TradingRecord): boolean {
    switch (record.kind) {
      case 'event':
      case 'fill':
        return true;
      case 'decision':
        return NEWS_DECISIONS.has(record.decision.action);
      case 'snipe':
        return this.isChange(`snipe ${record.snipe.snipeId}`, snipeState(record.snipe));
      case 'arb':
        return NEWS_ARBS.has(record.trade.state) && this.isChange(`arb ${record.trade.arbId}`, record.trade.state);
      default:
        return false;
    }
  }

  /** Returns true when a trade stands otherwise than when it was looked at last; null is nothing to tell. */
  private isChange(key: string, state: string | null): boolean {
    if (state === null || this.told.get(key) === state) return false;
    this.told.delete(key);
    this.told.set(key, state);
    const [oldest] = this.told.keys();
    if (this.told.size > TOLD_MAX && oldest !== undefined) this.told.delete(oldest);
    return true;
  }
}

const NEWS_DECISIONS: ReadonlySet<string> = new Set(['proposed', 'traded', 'added']);
const NEWS_ARBS: ReadonlySet<string> = new Set(['hedged', 'certified']);

function snipeState({ state, stopMovedBy, stopPx }: Snipe): string | null {
  if (state === 'closed' || state === 'missed' || state === 'failed') return state;
  return state === 'open' && (stopMovedBy ?? null) !== null ? `stop at ${stopPx}` : null;
}

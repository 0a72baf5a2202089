import { join } from 'node:path';
import type { TradingRecord } from '@riptide/core/domain';
import { rebuildMoment, type MomentView } from '@riptide/core/engine';
import { booksAt, pricesOf, type MomentBooks } from './books-at-moment.ts';
import type {
  FlightAnswer,
  FlightPlace,
  FlightQuestion,
  FoundMoment,
  FoundSteps,
  UnknownPart,
} from './flight-question.ts';
import { JournalReader, type JournalFound, type JournalPlace } from './journal/journal-reader.ts';
import { instrumentsOfOrders, recordStep } from './journal/record-step.ts';
import { stepsAround } from './journal/steps-around.ts';
import { readMarket } from './market/read-market.ts';

/** More are not shown at once. */
const BOOKS_MAX = 2_000;
type Judged = FoundMoment['judged'][number];
type MomentQuestion = Extract<FlightQuestion, { kind: 'moment' }>;

/** Rebuilds moments out of the files of a data folder. Only reads; one question after another. */
export class FlightAnswers {
  private readonly marketFolder: string;
  private readonly journal: JournalReader;

  constructor(dataDir: string) {
    this.marketFolder = join(dataDir, 'flight');
    this.journal = new JournalReader(join(dataDir, 'journal'));
  }

  /** Answers a question. @throws Error when a file that stands can't be read. */
  answer(question: FlightQuestion): FlightAnswer<FoundMoment> | FlightAnswer<FoundSteps> {
    const found = this.find(question.place);
    if (question.kind === 'moment') return this.moment(question, found);
    if (found.kind !== 'found') return { ok: false, reason: found.kind };
    return { ok: true, value: stepsAround(this.journal, found.place, question) };
  }

  private find(place: FlightPlace): JournalFound {
    return 'seq' in place ? this.journal.bySeq(place.seq) : this.journal.byTime(place.atMs);
  }

  private moment({ place, symbol, nowMs, isEngineUp }: MomentQuestion, found: JournalFound): FlightAnswer<FoundMoment> {
    if (found.kind !== 'found' && ('seq' in place || found.kind === 'unknown'))
      return { ok: false, reason: found.kind };
    const record = found.kind === 'found' ? recordAt(found.place) : null;
    const atMs = 'atMs' in place ? place.atMs : (record?.atMs ?? 0);
    const read = readMarket(this.marketFolder, atMs);
    const market = booksAt(read, { atMs, seq: record?.seq ?? null, nowMs, isEngineUp });
    if (found.kind !== 'found' && market.books === null) return { ok: false, reason: 'gone' };
    const all = market.books ?? [];
    const shown = symbol === null ? all : all.filter((book) => book.symbol === symbol);
    const rest = {
      atMs,
      books: market.books === null ? null : shown.slice(0, BOOKS_MAX),
      booksTotal: market.books === null ? null : all.length,
      recordedSinceMs: read.sinceMs,
    };
    if (found.kind !== 'found')
      return { ok: true, value: { ...rest, ...NO_RECORDS, unknown: [...market.unknown, ...GONE_PARTS] } };
    const { segment, at } = found.place;
    const view = rebuildMoment(
      { snapshot: segment.checkpoint.state, records: segment.records.slice(0, at + 1) },
      { atMs, prices: pricesOf(all), context: record?.kind === 'decision' ? record.decision.context : null },
    );
    const judged = this.judged(found.place);
    const unknown = [
      ...(found.isAmbiguous ? [TWICE] : []),
      ...(record === null ? [NO_RECORD] : []),
      ...market.unknown,
      ...gapsOf(view, { record, judged, hasDepth: hasDepth(market) }),
    ];
    return { ok: true, value: { ...rest, ...this.neighbours(found.place), record, view, judged, unknown } };
  }

  private neighbours({ segment, at }: JournalPlace): Pick<FoundMoment, 'step' | 'previousSeq' | 'nextSeq'> {
    const seq = segment.records[at]?.seq ?? segment.checkpoint.seq;
    const heads = this.journal.heads();
    const first = (heads[0]?.seq ?? 0) + 1;
    const isNewest = heads.at(-1)?.name === segment.head.name && at === segment.records.length - 1;
    const record = segment.records[at];
    return {
      step: record === undefined ? null : recordStep(record, instrumentsOfOrders(segment.records.slice(0, at))),
      previousSeq: seq > first ? seq - 1 : null,
      nextSeq: isNewest ? null : seq + 1,
    };
  }

  /** The record itself where it has gates, else the newest wish and the newest decision before it, in its segment and the one before. */
  private judged(place: JournalPlace): readonly Judged[] {
    const record = recordAt(place);
    if (record?.kind === 'intent' || record?.kind === 'decision') return [record];
    const before = this.journal.heads().findLast(({ seq }) => seq < place.segment.head.seq);
    const own = place.segment.records.slice(0, place.at + 1);
    const intent = newest(own, 'intent');
    const decision = newest(own, 'decision');
    const earlier = before === undefined || (intent && decision) ? [] : (this.journal.read(before)?.records ?? []);
    return [intent ?? newest(earlier, 'intent'), decision ?? newest(earlier, 'decision')]
      .filter((each): each is Judged => each !== undefined)
      .sort((a, b) => b.seq - a.seq);
  }
}

function recordAt({ segment, at }: JournalPlace): TradingRecord | null {
  return segment.records[at] ?? null;
}

function newest(records: readonly TradingRecord[], kind: Judged['kind']): Judged | undefined {
  return records.findLast((record): record is Judged => record.kind === kind);
}

/** Levels stand at the record, or it is said already why not. */
function hasDepth({ books, unknown }: MomentBooks): boolean {
  return unknown.some(({ part }) => part === 'depth') || (books ?? []).some(({ depth }) => depth !== null);
}

const NO_RECORDS = { record: null, step: null, previousSeq: null, nextSeq: null, view: null, judged: [] } as const;
const JOURNAL_GONE = 'the journal of then was taken away (JOURNAL_KEEP_DAYS, JOURNAL_MAX_MB)';
const GONE_PARTS: readonly UnknownPart[] = (
  ['record', 'positions', 'orders', 'risk', 'gates', 'arms', 'engines', 'arbitrages'] as const
).map((part) => ({ part, reason: JOURNAL_GONE }));
const TWICE: UnknownPart = {
  part: 'time',
  reason: 'the clock went back, so that this time was twice; the later of the two is shown',
};
const NO_RECORD: UnknownPart = {
  part: 'record',
  reason: 'no record was written between the checkpoint that is shown and this time',
};
const DEPTH_KINDS: ReadonlySet<string> = new Set(['intent', 'decision']);

interface Gaps {
  readonly record: TradingRecord | null;
  readonly judged: readonly Judged[];
  readonly hasDepth: boolean;
}

function gapsOf(view: MomentView, { record, judged, hasDepth }: Gaps): readonly UnknownPart[] {
  const parts: UnknownPart[] = [];
  if (view.faults.length > 0) parts.push({ part: 'record', reason: `could not be read back: ${view.faults[0]}` });
  if (view.positions.length > 0)
    parts.push({
      part: 'positions',
      reason: 'leverage, margin, liquidation price and ADL rank are told by the venue and stand in no record',
    });
  const unpriced = view.positions.filter(({ markPx }) => markPx === null).map(({ symbol }) => symbol);
  if (unpriced.length > 0)
    parts.push({ part: 'marks', reason: `no price of then is known of ${[...new Set(unpriced)].join(', ')}` });
  if (judged.length === 0)
    parts.push({
      part: 'gates',
      reason: 'nothing was judged by gates in this stretch of the journal or the one before',
    });
  const isPlan =
    record !== null && (DEPTH_KINDS.has(record.kind) || (record.kind === 'arb' && record.trade.state === 'planned'));
  if (isPlan && !hasDepth)
    parts.push({
      part: 'depth',
      reason: 'no levels were copied at this record: its book was not live, or nothing was recorded',
    });
  if (view.learner === null)
    parts.push({ part: 'arms', reason: 'the learner of then has no beliefs that can be shown' });
  return parts;
}

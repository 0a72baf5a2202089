import type { FoundSteps } from '../flight-question.ts';
import type { JournalPlace, JournalReader, ReadSegment } from './journal-reader.ts';
import { instrumentsOfOrders, recordStep, type RecordStep } from './record-step.ts';

/** Segments that are searched to each side: a symbol may be rare. */
const SEGMENTS_MAX = 4;

/** Returns the records around a place, those of a symbol where one is named. Searches a few segments to each side. */
export function stepsAround(
  journal: JournalReader,
  { segment, at }: JournalPlace,
  { symbol, limit }: { readonly symbol: string | null; readonly limit: number },
): FoundSteps {
  const heads = journal.heads();
  const own = heads.findIndex(({ name }) => name === segment.head.name);
  const around = segment.records[at]?.seq ?? segment.checkpoint.seq;
  const before: RecordStep[] = [];
  const after: RecordStep[] = [];
  let hasBefore = false;
  let hasAfter = false;
  const stepsOf = (part: ReadSegment): readonly RecordStep[] => {
    const orders = instrumentsOfOrders(part.records);
    return part.records
      .map((record) => recordStep(record, orders))
      .filter((step) => step.seq === around || symbol === null || step.symbol === symbol);
  };
  for (let ix = own; ix >= 0 && ix > own - SEGMENTS_MAX && before.length <= limit; ix -= 1) {
    const part = readAt(journal, heads[ix]);
    if (part !== null) before.unshift(...stepsOf(part).filter(({ seq }) => seq < around));
    hasBefore = ix > 0;
  }
  for (let ix = Math.max(0, own); ix < heads.length && ix < own + SEGMENTS_MAX && after.length <= limit; ix += 1) {
    const part = readAt(journal, heads[ix]);
    if (part !== null) after.push(...stepsOf(part).filter(({ seq }) => seq > around));
    hasAfter = ix < heads.length - 1;
  }
  const record = segment.records[at];
  const shown = record === undefined ? [] : [recordStep(record, instrumentsOfOrders(segment.records))];
  const newest = readAt(journal, heads.at(-1));
  return {
    steps: [...before.slice(-limit), ...shown, ...after.slice(0, limit)],
    aroundSeq: around,
    hasBefore: hasBefore || before.length > limit,
    hasAfter: hasAfter || after.length > limit,
    firstSeq: (heads[0]?.seq ?? 0) + 1,
    lastSeq: newest?.records.at(-1)?.seq ?? heads.at(-1)?.seq ?? around,
  };
}

function readAt(journal: JournalReader, head: Parameters<JournalReader['read']>[0] | undefined): ReadSegment | null {
  return head === undefined ? null : journal.read(head);
}

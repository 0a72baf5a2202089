import type { Venue } from '@riptide/core/domain';
import { answer } from './asks/answer.ts';
import type { Ask } from './asks/ask.ts';
import { compareRequests } from './compare-requests.ts';
import { formOfWire, type RequestForm } from './request-form.ts';
import { differ, unsupported, type RowVerdict } from './verdict.ts';

/** What a row says a call is in the product's words, or why the product has none. */
export type Reading = { readonly ask: Ask } | { readonly unsupported: string };

export interface Stated {
  readonly venue: Venue;
  readonly theirs: RequestForm;
  readonly skipKeys?: readonly string[];
  /** True when the row states only some of the parameters. */
  readonly isPartial?: boolean;
}

/** Has the adapter make the request of a reading, and compares it with the one that is stated. */
export function checkAsk(reading: Reading, { isPartial, skipKeys, theirs, venue }: Stated): RowVerdict {
  if ('unsupported' in reading) return unsupported(reading.unsupported);
  const ours = answer(venue, reading.ask);
  if (ours.kind === 'unsupported') return unsupported(ours.reason);
  if (ours.kind === 'refused') {
    const reason = `the adapter refuses: ${ours.code} ${ours.detail}`;
    return ours.code === 'ORDER_TYPE_UNSUPPORTED' ? unsupported(reason) : differ(reason);
  }
  return compareRequests({
    venue,
    theirs,
    ours: formOfWire(ours.wire),
    skipKeys: skipKeys ?? [],
    wireSymbol: wireSymbolOf(reading.ask),
    isPartial: isPartial ?? false,
  });
}

function wireSymbolOf(ask: Ask): string | null {
  if (ask.call === 'place') return ask.order.instrument.wireSymbol;
  if ('ref' in ask) return ask.ref.instrument.wireSymbol;
  return 'instrument' in ask ? (ask.instrument?.wireSymbol ?? null) : null;
}

import type { NotifyEvent } from '@riptide/contracts';
import type { Fill, Severity, TradingRecord } from '@riptide/core/domain';
import { noticeOf, type Notice } from './notice.ts';
import { capital, ONCE_MS, symbolOf, venueOf, type RecordOf } from './record-words.ts';
import { noticeOfArb, noticeOfDecision, noticeOfSnipe } from './trade-notices.ts';

type NoticeTable = { readonly [K in TradingRecord['kind']]?: (record: RecordOf<K>) => Notice | null };

/** What the engine's own events for people are; those not named here count as warnings, when they are at least that. */
const EVENT_NAMES: Readonly<Record<string, { readonly event: NotifyEvent; readonly title: string } | null>> = {
  kill_switch: { event: 'kill_switch', title: 'Kill switch pulled' },
  kill_switch_released: { event: 'kill_switch_released', title: 'Kill switch released' },
  flatten_failed: { event: 'kill_switch', title: 'A position could not be closed' },
  daily_loss_near: { event: 'daily_loss_near', title: 'Daily loss limit is near' },
  journal_failed: { event: 'condition', title: 'The journal could not be written' },
  account_failed: { event: 'key_problem', title: 'An account could not be opened' },
  engine_started: { event: 'engine_started', title: 'Engine started' },
  engine_stopped: { event: 'engine_stopped', title: 'Engine stopped' },
  snipe_failed: { event: 'trade_failed', title: 'A trade failed' },
  snipe_exit_refused: { event: 'trade_failed', title: 'A trade could not be left' },
  trailing_refused: { event: 'trade_failed', title: 'A trailing order was refused' },
  arbitrage_failed: { event: 'arbitrage_failed', title: 'Arbitrage failed' },
  arbitrage_refused: { event: 'arbitrage_failed', title: 'Arbitrage refused' },
  arbitrage_margin: { event: 'arbitrage_failed', title: 'Arbitrage short of margin' },
  carry_opened: { event: 'carry_changed', title: 'Funding carry opened' },
  carry_closed: { event: 'carry_changed', title: 'Funding carry closed' },
  carry_failed: { event: 'carry_changed', title: 'Funding carry failed' },
  carry_warning: { event: 'carry_changed', title: 'Funding carry warns' },
  // A person saved something, and knows.
  setting_changed: null,
  engine_settings_changed: null,
  arbitrage_settings: null,
  // These are told with more by the condition that stands (`ConditionWatch`), or by the trade.
  daily_loss_reached: null,
  arbitrage_naked: null,
  arbitrage_flat: null,
  arbitrage_hedged: null,
};

/** The one table from records of the engine to what a person is told; kinds not in it are no news. */
const TABLE: NoticeTable = {
  event: noticeOfEvent,
  fill: (record) => noticeOfFill(record, record.fill),
  decision: noticeOfDecision,
  snipe: (record) => noticeOfSnipe(record, record.snipe),
  arb: (record) => noticeOfArb(record, record.trade),
};

/** Returns what a person is told of a record; null when it is no news. */
export function noticeOfRecord(record: TradingRecord): Notice | null {
  const make = TABLE[record.kind] as ((record: TradingRecord) => Notice | null) | undefined;
  return make === undefined ? null : make(record);
}

function noticeOfEvent(record: RecordOf<'event'>): Notice | null {
  const known = Object.hasOwn(EVENT_NAMES, record.event) ? EVENT_NAMES[record.event] : undefined;
  if (known === null) return null;
  if (known === undefined && !isGrave(record.severity)) return null;
  return noticeOf({
    event: known?.event ?? 'warning',
    severity: record.severity,
    atMs: record.atMs,
    title: known?.title ?? sentence(record.event),
    body: capital(record.text),
    symbol: record.symbol,
    venues: record.venues,
    recordSeq: record.seq,
    ...samenessOf(record, known !== undefined),
  });
}

/** Things without a name of their own are counted when they repeat; the warning of a day comes once a day, also over a restart. */
function samenessOf({ event, symbol, data }: RecordOf<'event'>, isKnown: boolean): Partial<Notice> {
  if (event === 'daily_loss_near')
    return { dedupeKey: `${event}:${String(data['mode'])}:${String(data['day'])}`, dedupeMs: ONCE_MS };
  return { dedupeKey: isKnown ? null : `event:${event}:${symbol ?? ''}` };
}

function noticeOfFill({ atMs, seq, account }: RecordOf<'fill'>, fill: Fill): Notice {
  const symbol = symbolOf(fill.instrumentId);
  const isForced = fill.cause !== 'order';
  const verb = fill.side === 'BUY' ? 'Bought' : 'Sold';
  const mode = account.slice(account.indexOf(':') + 1);
  const about = {
    atMs,
    symbol,
    venues: [venueOf(account)],
    recordSeq: seq,
    body: `${verb} ${fill.qtyBase} ${symbol} at ${fill.px} on ${venueOf(account)} (${mode}), fee ${fill.fee} ${fill.feeAsset}`,
  };
  if (isForced) {
    const title = fill.cause === 'adl' ? `${symbol} was auto-deleveraged` : `${symbol} was liquidated`;
    return noticeOf({ ...about, event: 'liquidated', severity: 'CRITICAL', title });
  }
  return noticeOf({
    ...about,
    event: 'fill',
    severity: 'INFO',
    title: `${verb} ${symbol}`,
    // Parts of one order are one piece of news.
    dedupeKey: `fill:${account}:${fill.instrumentId}:${fill.venueOrderId}`,
  });
}

function isGrave(severity: Severity): boolean {
  return severity === 'WARN' || severity === 'ERROR' || severity === 'CRITICAL';
}

function sentence(event: string): string {
  return capital(event.replaceAll('_', ' '));
}

import type { NotifyEvent } from '@riptide/contracts';
import type {
  ArbTrade,
  Condition,
  Fill,
  InstrumentId,
  Severity,
  Snipe,
  TradingRecord,
  Venue,
} from '@riptide/core/domain';
import { noticeOf, type Notice } from './notice.ts';

type RecordOf<K extends TradingRecord['kind']> = Extract<TradingRecord, { readonly kind: K }>;
type NoticeTable = { readonly [K in TradingRecord['kind']]?: (record: RecordOf<K>) => Notice | null };

/** A proposal can be executed that long; see the engines. */
const PROPOSAL_MS = 30_000;
/** The same trade ends once; a record of it that comes again is the same news. */
const ONCE_MS = 30 * 86_400_000;

/** What the engine's own events for people are; those not named here count as warnings, when they are at least that. */
const EVENT_NAMES: Readonly<Record<string, { readonly event: NotifyEvent; readonly title: string } | null>> = {
  kill_switch: { event: 'kill_switch', title: 'Kill switch pulled' },
  kill_switch_released: { event: 'kill_switch_released', title: 'Kill switch released' },
  flatten_failed: { event: 'kill_switch', title: 'A position could not be closed' },
  daily_loss_reached: { event: 'daily_loss', title: 'Daily loss limit reached' },
  journal_failed: { event: 'condition', title: 'The journal can not be written' },
  account_failed: { event: 'key_problem', title: 'An account could not be opened' },
  engine_started: { event: 'engine_started', title: 'Engine started' },
  engine_stopped: { event: 'engine_stopped', title: 'Engine stopped' },
  snipe_failed: { event: 'trade_failed', title: 'A trade failed' },
  snipe_exit_refused: { event: 'trade_failed', title: 'A trade could not be left' },
  trailing_refused: { event: 'trade_failed', title: 'A trailing order was refused' },
  arbitrage_hedged: { event: 'arbitrage_opened', title: 'Arbitrage opened' },
  arbitrage_flat: { event: 'arbitrage_failed', title: 'A leg that stood alone is flat again' },
  arbitrage_failed: { event: 'arbitrage_failed', title: 'Arbitrage failed' },
  arbitrage_refused: { event: 'arbitrage_failed', title: 'Arbitrage refused' },
  arbitrage_margin: { event: 'arbitrage_failed', title: 'Arbitrage short of margin' },
  arbitrage_naked: { event: 'arbitrage_naked', title: 'A leg stands alone' },
  carry_opened: { event: 'carry_changed', title: 'Funding carry opened' },
  carry_closed: { event: 'carry_changed', title: 'Funding carry closed' },
  carry_failed: { event: 'carry_changed', title: 'Funding carry failed' },
  carry_warning: { event: 'carry_changed', title: 'Funding carry warns' },
  // A person saved something, and knows.
  setting_changed: null,
  engine_settings_changed: null,
  arbitrage_settings: null,
};

const CONDITION_TITLES: Readonly<Record<Condition['kind'], string>> = {
  'unknown-order': 'The outcome of an order is unknown',
  unprotected: 'A position has no stop',
  naked: 'A leg stands alone',
  divergence: 'An account differs from its venue',
  journal: 'The journal can not be written',
  halted: 'New risk is halted',
};

/** The one table from records of the engine to what a person is told; kinds not in it are no news. */
const TABLE: NoticeTable = {
  event: noticeOfEvent,
  fill: (record) => noticeOfFill(record, record.fill),
  condition: (record) => {
    const { condition } = record;
    return noticeOf({
      event: 'condition',
      severity: condition.kind === 'naked' || condition.kind === 'unprotected' ? 'CRITICAL' : 'ERROR',
      atMs: record.atMs,
      title: CONDITION_TITLES[condition.kind],
      body: condition.text,
      symbol: condition.instrumentId === null ? null : symbolOf(condition.instrumentId),
      venues: condition.account === null ? [] : [venueOf(condition.account)],
      recordSeq: record.seq,
      edge: { key: `condition:${condition.key}`, isOn: true },
    });
  },
  'condition-cleared': (record) =>
    noticeOf({
      event: 'condition_cleared',
      severity: 'INFO',
      atMs: record.atMs,
      title: 'Settled: new risk is possible again',
      body: record.text,
      recordSeq: record.seq,
      edge: { key: `condition:${record.key}`, isOn: false },
    }),
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
    body: record.text,
    symbol: record.symbol,
    venues: record.venues,
    recordSeq: record.seq,
    dedupeKey: isGrave(record.severity) && known === undefined ? `event:${record.event}:${record.symbol ?? ''}` : null,
  });
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

function noticeOfDecision(record: RecordOf<'decision'>): Notice | null {
  const { decision } = record;
  if (decision.action !== 'proposed') return null;
  const side = decision.liquidatedSide === 'LONG' ? 'long' : 'short';
  const passed = decision.gates.filter(({ ok }) => ok).length;
  const gates = decision.gates.map(({ gate, ok }) => `${ok ? '✓' : '✗'} ${gate}`).join(', ');
  return noticeOf({
    event: 'decision_proposed',
    severity: 'INFO',
    atMs: record.atMs,
    title: `Proposed: ${side} ${decision.symbol} on ${decision.venue}`,
    body: `${decision.reason}\nArm ${decision.chosenArmId}. ${passed} of ${decision.gates.length} gates: ${gates}`,
    symbol: decision.symbol,
    venues: [decision.venue],
    recordSeq: record.seq,
    dedupeKey: `decision:${decision.decisionId}`,
    dedupeMs: ONCE_MS,
    proposal: { decisionId: decision.decisionId, expiresMs: decision.atMs + PROPOSAL_MS },
  });
}

function noticeOfSnipe(record: RecordOf<'snipe'>, snipe: Snipe): Notice | null {
  if (snipe.state !== 'closed') return null;
  const net = snipe.netUsd === null ? 'net unknown' : `net ${snipe.netUsd} USD`;
  const bps = snipe.netBps === null ? '' : ` (${snipe.netBps} bps)`;
  return noticeOf({
    event: 'trade_closed',
    severity: 'INFO',
    atMs: record.atMs,
    title: `Closed ${snipe.side} ${snipe.symbol}: ${net}`,
    body: `${snipe.filledQtyBase} ${snipe.symbol} from ${snipe.entryPx ?? '—'} to ${snipe.exitPx ?? '—'}, ${net}${bps}. ${snipe.reason}`,
    symbol: snipe.symbol,
    venues: [venueOf(snipe.account)],
    recordSeq: record.seq,
    dedupeKey: `snipe:${snipe.snipeId}`,
    dedupeMs: ONCE_MS,
  });
}

function noticeOfArb(record: RecordOf<'arb'>, trade: ArbTrade): Notice | null {
  if (trade.state !== 'certified' || trade.result === null) return null;
  const { netUsd, netBps } = trade.result;
  const net = netUsd === null ? 'net unknown' : `net ${netUsd} USD`;
  return noticeOf({
    event: 'arbitrage_closed',
    severity: 'INFO',
    atMs: record.atMs,
    title: `Arbitrage ${trade.symbol} closed: ${net}`,
    body: `${trade.pairId} (${trade.execution}), ${net}${netBps === null ? '' : ` (${netBps} bps)`}. ${trade.exitReason ?? trade.reason}`,
    symbol: trade.symbol,
    venues: [trade.buy.venue, trade.sell.venue],
    recordSeq: record.seq,
    dedupeKey: `arb:${trade.arbId}`,
    dedupeMs: ONCE_MS,
  });
}

function isGrave(severity: Severity): boolean {
  return severity === 'WARN' || severity === 'ERROR' || severity === 'CRITICAL';
}

function sentence(event: string): string {
  const words = event.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function symbolOf(id: InstrumentId): string {
  return id.slice(0, id.indexOf('.'));
}

function venueOf(account: string): Venue {
  return account.slice(0, account.indexOf(':')) as Venue;
}

import { decimal, roundTo, type ArbTrade, type Decision, type Snipe, type SnipingEngine } from '@riptide/core/domain';
import { withoutCallerIds } from '../audit/caller.ts';
import { noticeOf, type Notice } from './notice.ts';
import { capital, ONCE_MS, venueOf, type RecordOf } from './record-words.ts';

/** A proposal can be executed that long; see the engines. */
const PROPOSAL_MS = 30_000;

const ENGINE_NAMES: Readonly<Record<SnipingEngine, string>> = { 'pas-trader': 'PAS Trader', oraculis: 'Oraculis' };

/** What is told of a thought of an engine that became a trade, or waits for a person's word. */
export function noticeOfDecision(record: RecordOf<'decision'>): Notice | null {
  const { decision } = record;
  const { action, symbol, venue, decisionId } = decision;
  const side = decision.liquidatedSide === 'LONG' ? 'long' : 'short';
  const about = {
    atMs: record.atMs,
    symbol,
    venues: [venue],
    recordSeq: record.seq,
    dedupeKey: `decision:${decisionId}`,
    dedupeMs: ONCE_MS,
    severity: 'INFO',
  } as const;
  if (action === 'traded' || action === 'added') {
    const what = action === 'traded' ? `enters ${side} ${symbol}` : `adds to ${side} ${symbol}`;
    const who = decision.engine === null ? 'An engine' : ENGINE_NAMES[decision.engine];
    return noticeOf({
      ...about,
      event: 'decision_traded',
      title: `${who} ${what} on ${venue}`,
      body: `${capital(withoutCallerIds(decision.reason))}. ${cascadeOf(decision)}`,
    });
  }
  if (action !== 'proposed') return null;
  return noticeOf({
    ...about,
    event: 'decision_proposed',
    title: `Proposed: ${side} ${symbol} on ${venue}`,
    body: `${capital(decision.reason)}. ${cascadeOf(decision)}\nGood for ${PROPOSAL_MS / 1_000} s.`,
    proposal: { decisionId, expiresMs: decision.atMs + PROPOSAL_MS },
  });
}

/** What an engine saw, e.g. `Liquidated longs: 1,250,000 USD in the window, threshold 400,000. Arm A3, 9 of 9 gates open.` */
function cascadeOf({ trigger, liquidatedSide, gates, chosenArmId }: Decision): string {
  const { windowUsd, thresholdUsd, isLowerBound } = trigger;
  const failed = gates.filter(({ ok }) => !ok).map(({ gate }) => gate);
  const seen = `Liquidated ${liquidatedSide === 'LONG' ? 'longs' : 'shorts'}: ${isLowerBound ? 'at least ' : ''}${usd(windowUsd)} in the window, threshold ${usd(thresholdUsd)}.`;
  const shut = failed.length === 0 ? '' : `, shut: ${failed.join(', ')}`;
  return `${seen} Arm ${chosenArmId}, ${gates.length - failed.length} of ${gates.length} gates open${shut}.`;
}

function usd(value: number | null): string {
  return value === null ? '—' : `${Math.round(value).toLocaleString('en-US')} USD`;
}

/** What is told of a trade of an engine: that its stop moved, that it ended, that it never came to be. */
export function noticeOfSnipe(record: RecordOf<'snipe'>, snipe: Snipe): Notice | null {
  switch (snipe.state) {
    case 'entering':
    case 'exiting':
      return null;
    case 'open':
      return noticeOfStop(record, snipe);
    case 'missed':
      return noticeOfNoEntry(record, snipe, { event: 'trade_missed', severity: 'INFO', word: 'Missed' });
    case 'failed':
      return noticeOfNoEntry(record, snipe, { event: 'trade_failed', severity: 'ERROR', word: 'Not entered' });
    case 'closed':
      return noticeOfEnd(record, snipe);
  }
}

/** The decision was told as an entry: that nothing came of it is told too. */
function noticeOfNoEntry(
  record: RecordOf<'snipe'>,
  { snipeId, engine, side, symbol, account, mode, reason }: Snipe,
  { word, ...as }: Pick<Notice, 'event' | 'severity'> & { readonly word: string },
): Notice {
  const venue = venueOf(account);
  return noticeOf({
    ...as,
    atMs: record.atMs,
    title: `${word}: ${side} ${symbol} on ${venue}`,
    body: `${ENGINE_NAMES[engine]} holds nothing of it (${mode}): ${reason}.`,
    symbol,
    venues: [venue],
    recordSeq: record.seq,
    dedupeKey: `snipe:${snipeId}`,
    dedupeMs: ONCE_MS,
  });
}

function noticeOfEnd(record: RecordOf<'snipe'>, snipe: Snipe): Notice {
  const net = netText(snipe.netUsd);
  const rate = snipe.netBps === null ? '' : ` (${bps(snipe.netBps)})`;
  return noticeOf({
    event: 'trade_closed',
    severity: 'INFO',
    atMs: record.atMs,
    title: `Closed ${snipe.side} ${snipe.symbol}: ${net}`,
    body: `${snipe.filledQtyBase} ${snipe.symbol} from ${snipe.entryPx ?? '—'} to ${snipe.exitPx ?? '—'}, ${net}${rate}. ${snipe.reason}`,
    symbol: snipe.symbol,
    venues: [venueOf(snipe.account)],
    recordSeq: record.seq,
    dedupeKey: `snipe:${snipe.snipeId}`,
    dedupeMs: ONCE_MS,
  });
}

/** Told at the first move of each kind; the later ones are counted on it. */
function noticeOfStop(record: RecordOf<'snipe'>, snipe: Snipe): Notice | null {
  const { side, symbol, stopPx, stopMovedBy = null } = snipe;
  if (stopMovedBy === null || stopPx === null) return null;
  const how = stopMovedBy === 'break-even' ? 'is at break-even' : 'follows the price';
  return noticeOf({
    event: 'stop_moved',
    severity: 'INFO',
    atMs: record.atMs,
    title: `The stop of ${side} ${symbol} ${how}`,
    body: `Stop at ${stopPx} on ${venueOf(snipe.account)} (${snipe.mode}), entered at ${snipe.entryPx ?? '—'}.`,
    symbol,
    venues: [venueOf(snipe.account)],
    recordSeq: record.seq,
    dedupeKey: `stop:${snipe.snipeId}:${stopMovedBy}`,
    dedupeMs: ONCE_MS,
  });
}

/** What is told of an arbitrage: that it stands on both legs, that it is flat and certified. */
export function noticeOfArb(record: RecordOf<'arb'>, trade: ArbTrade): Notice | null {
  const about = {
    severity: 'INFO',
    atMs: record.atMs,
    symbol: trade.symbol,
    venues: [trade.buy.venue, trade.sell.venue],
    recordSeq: record.seq,
    dedupeMs: ONCE_MS,
  } as const;
  const legs = `bought on ${legOf(trade.buy)}, sold on ${legOf(trade.sell)} (${trade.execution})`;
  if (trade.state === 'hedged')
    return noticeOf({
      ...about,
      event: 'arbitrage_opened',
      title: `Arbitrage ${trade.symbol} opened`,
      body: `${capital(legs)}. Expected net ${bps(trade.expected.roundTripNetBps)} for the round trip.`,
      dedupeKey: `arb-opened:${trade.arbId}`,
    });
  if (trade.state !== 'certified' || trade.result === null) return null;
  const { netUsd, netBps } = trade.result;
  const net = netText(netUsd);
  return noticeOf({
    ...about,
    event: 'arbitrage_closed',
    title: `Arbitrage ${trade.symbol} closed: ${net}`,
    body: `${capital(legs)}, ${net}${netBps === null ? '' : ` (${bps(netBps)})`}. ${capital(trade.exitReason ?? trade.reason)}. Both venues hold nothing of it any more.`,
    dedupeKey: `arb:${trade.arbId}`,
  });
}

function legOf({ venue, market, entryBase, entryPx }: ArbTrade['buy']): string {
  return `${venue} ${market} ${entryBase} at ${entryPx ?? '—'}`;
}

const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 4 });

/** In cents as everywhere; a result of less than a cent to a hundredth of one, or it would read as nothing. */
function netText(netUsd: string | null): string {
  if (netUsd === null) return 'net unknown';
  const net = decimal(netUsd);
  const isTiny = net.abs().lt(decimal('0.01')) && !net.eq(0);
  const amount = DOLLARS.format(Number(roundTo(net.abs(), isTiny ? 4 : 2).toString()));
  return `net ${net.lt(0) ? '-' : '+'}${amount}`;
}

function bps(value: number | null): string {
  return value === null ? '—' : `${Math.round(value * 10) / 10} bps`;
}

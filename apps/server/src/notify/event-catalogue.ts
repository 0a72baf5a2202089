import { NOTIFY_EVENTS, type NOTIFY_GROUPS, type NotifyEvent, type SeverityName } from '@riptide/contracts';

interface CatalogueEntry {
  readonly group: (typeof NOTIFY_GROUPS)[number];
  /** As it is in most cases; a single notice may be graver. */
  readonly severity: SeverityName;
  readonly title: string;
  readonly text: string;
}

/** What each event is, for the list with a switch per event. */
const ENTRIES: Readonly<Record<NotifyEvent, CatalogueEntry>> = {
  fill: entry('trade', 'INFO', 'Order filled', 'An order was filled, whole or in part.'),
  trade_closed: entry('trade', 'INFO', 'Trade closed', 'A trade of an engine ended, with its net result.'),
  trade_failed: entry('trade', 'ERROR', 'Trade failed', 'A trade could not be entered or left as planned.'),
  trade_missed: entry('trade', 'INFO', 'Trade missed', 'An entry of an engine was not filled; nothing is held.'),
  decision_proposed: entry('trade', 'INFO', 'Trade proposed', 'An engine in Manual mode proposes a trade.'),
  decision_traded: entry('trade', 'INFO', 'Trade entered', 'An engine in Automatic mode goes into the market.'),
  stop_moved: entry(
    'trade',
    'INFO',
    'Stop moved',
    'The stop of a trade was moved to break-even, or follows the price.',
  ),
  arbitrage_opened: entry('arbitrage', 'INFO', 'Arbitrage opened', 'Both legs of an arbitrage are filled.'),
  arbitrage_closed: entry('arbitrage', 'INFO', 'Arbitrage closed', 'An arbitrage is flat again, with its net result.'),
  arbitrage_failed: entry('arbitrage', 'ERROR', 'Arbitrage failed', 'A leg was refused or had to be repaired.'),
  arbitrage_naked: entry('arbitrage', 'CRITICAL', 'Leg alone', 'A leg of an arbitrage stands without the other.'),
  carry_changed: entry('arbitrage', 'INFO', 'Funding carry', 'A funding carry round was opened or closed, or warns.'),
  kill_switch: entry('safety', 'CRITICAL', 'Kill switch', 'The kill switch was pulled.'),
  kill_switch_released: entry('safety', 'WARN', 'Kill switch released', 'New risk is possible again.'),
  daily_loss: entry('safety', 'CRITICAL', 'Daily loss limit', 'The loss of the day has reached its limit.'),
  daily_loss_near: entry('safety', 'WARN', 'Daily loss near', 'Four fifths of the daily loss limit are lost.'),
  condition: entry('safety', 'ERROR', 'New risk stopped', 'Something stops new risk until it is settled.'),
  condition_cleared: entry('safety', 'INFO', 'Settled', 'What stopped new risk is settled.'),
  liquidated: entry('safety', 'CRITICAL', 'Liquidated', 'A venue closed a position of ours by force.'),
  engine_silent: entry('engine', 'CRITICAL', 'Engine silent', 'The engine has not been heard for 10 s.'),
  product_down: entry('engine', 'CRITICAL', 'Riptide was down', 'Engine and server were gone at the same time.'),
  engine_started: entry('engine', 'INFO', 'Engine started', 'PAS Trader or Oraculis was started.'),
  engine_stopped: entry('engine', 'WARN', 'Engine stopped', 'PAS Trader or Oraculis was stopped.'),
  venue_down: entry('venue', 'ERROR', 'Venue down', 'A venue sends no market data.'),
  key_problem: entry('venue', 'ERROR', 'Key problem', 'A venue refuses a key.'),
  daily_report: entry('report', 'INFO', 'Daily report', 'The figures of the day, by e-mail.'),
  channel_failed: entry('system', 'WARN', 'Channel failed', 'Messages could not be delivered by a channel.'),
  warning: entry('system', 'WARN', 'Warning', 'Anything else of weight that the engine tells.'),
  test: entry('system', 'INFO', 'Test', 'A test of the channels.'),
};

function entry(group: CatalogueEntry['group'], severity: SeverityName, title: string, text: string): CatalogueEntry {
  return { group, severity, title, text };
}

/** Returns what an event is. */
export function catalogueEntry(event: NotifyEvent): CatalogueEntry {
  return ENTRIES[event];
}

/** Every event with what it is, in a fixed order. */
export const EVENT_CATALOGUE = NOTIFY_EVENTS.map((event) => ({ event, ...ENTRIES[event] }));

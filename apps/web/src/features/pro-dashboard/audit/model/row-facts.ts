import type { AuditEvent, AuditTrade } from '@riptide/contracts/calls';
import { formatPx, formatQty } from '../../../../lib/format.ts';

/** What the payload and the result of a trade say, as far as they say it. */
export interface TradeFacts {
  readonly side: 'BUY' | 'SELL' | null;
  readonly type: string | null;
  readonly role: string | null;
  readonly source: string | null;
  /** Base units that were wanted; null closes whatever is open. */
  readonly qty: number | null;
  /** Average of the fills, else the limit, else the trigger. */
  readonly price: number | null;
  readonly priceIs: 'average' | 'limit' | 'trigger' | null;
  readonly filledQty: number | null;
  /** `blocked`, `approved`, else the state of its newest order. */
  readonly result: string;
  /** Why it was refused or failed. */
  readonly reason: string | null;
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Figures stand in the records as exact texts. */
function numberOf(value: unknown): number | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const number = Number(value);
  return value === '' || !Number.isFinite(number) ? null : number;
}

/** Reads what a trade of the audit log says of its order. */
export function tradeFacts({ payload, result }: Pick<AuditTrade, 'payload' | 'result'>): TradeFacts {
  const intent = fieldsOf(payload['intent']);
  const order = fieldsOf(listOf(result['orders']).at(-1));
  const [average, limit, trigger] = [order['avg_price'], intent['px'], intent['triggerPx']].map(numberOf);
  const filled = numberOf(order['filled_qty']);
  const side = intent['side'];
  return {
    side: side === 'BUY' || side === 'SELL' ? side : null,
    type: textOf(intent['type']),
    role: textOf(intent['role']),
    source: textOf(intent['source']),
    qty: numberOf(intent['qtyBase']),
    price: average ?? limit ?? trigger ?? null,
    priceIs: isKnown(average) ? 'average' : isKnown(limit) ? 'limit' : isKnown(trigger) ? 'trigger' : null,
    filledQty: filled,
    result: textOf(order['status']) ?? textOf(result['status']) ?? 'unknown',
    reason: textOf(order['reason']) ?? blockOf(result, payload),
  };
}

const isKnown = (value: number | null | undefined): boolean => value !== null && value !== undefined;

/** The first gate that said no, in its words. */
function blockOf(result: Fields, payload: Fields): string | null {
  if (result['status'] !== 'blocked') return null;
  const gate = listOf(payload['gates'])
    .map(fieldsOf)
    .find((each) => each['ok'] === false);
  return textOf(gate?.['detail']);
}

/** Says in one line what a trade was. */
export function tradeMeta(row: Pick<AuditTrade, 'payload' | 'result' | 'venues'>): string {
  const facts = tradeFacts(row);
  const price = facts.price === null ? '' : ` @ ${formatPx(facts.price)}`;
  const amount = facts.qty === null ? 'all that is open' : formatQty(facts.qty);
  const order = `${facts.side ?? ''} ${amount}${price} ${row.venues.join(', ')}`.trim();
  const who = [facts.source, facts.role].filter((part) => part !== null).join(' ');
  const end = facts.reason === null ? facts.result : `${facts.result}: ${facts.reason}`;
  return [order, who, end].filter((part) => part !== '').join(' · ');
}

/** Fields of an event that say nothing a person reads in passing. */
const LINE_FIELDS_MAX = 5;

/** Says in one line what an event was, with its name. */
export function eventMeta(row: Pick<AuditEvent, 'event' | 'payload'>): string {
  const words = eventWords(row);
  return words === '' ? row.event : `${row.event}: ${words}`;
}

/** Says what an event tells: its own words where it has some, else its plain fields; empty where it has none. */
export function eventWords({ payload }: Pick<AuditEvent, 'payload'>): string {
  const told = textOf(payload['text']) ?? textOf(payload['call']);
  if (told !== null) return `${told}${codeOf(payload)}`;
  return Object.entries(payload)
    .filter(([, value]) => value !== null && typeof value !== 'object')
    .slice(0, LINE_FIELDS_MAX)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ');
}

/** What became of a command. */
function codeOf(payload: Fields): string {
  const code = textOf(payload['code']);
  return code === null ? '' : ` (${code})`;
}

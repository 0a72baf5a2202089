import { z } from 'zod';
import { SeverityName } from '../notify/events.ts';
import { defineRoute } from '../route.ts';
import { EpochSeconds, Ok, VenueName } from '../shared.ts';

const Payload = z.record(z.string(), z.unknown());

/** A wish of an engine or a person: what the gates said of it, and what became of its orders. */
export const AuditTrade = z.object({
  id: z.number().describe('Stays the same for ever; a link may name it.'),
  created_ts: EpochSeconds,
  symbol: z.string(),
  venues: z.array(VenueName),
  payload: Payload,
  result: Payload.describe('The newest; every earlier one is in the chain.'),
});
export type AuditTrade = z.infer<typeof AuditTrade>;

/** A trade with what it cost and earned, as far as that is known. */
export const AuditTradeRow = AuditTrade.extend({
  fees: z
    .array(z.object({ asset: z.string(), amount: z.number() }))
    .describe('Of the fills of its orders, by asset; positive costs.'),
  position: z
    .enum(['none', 'open', 'closed'])
    .describe('What its fills are part of: nothing for want of fills, an open position, a closed trade.'),
  net_usd: z
    .number()
    .nullable()
    .describe(
      'Result of that closed trade, net of fees and funding: all its orders carry the same. null: not closed, or a price is unknown.',
    ),
});
export type AuditTradeRow = z.infer<typeof AuditTradeRow>;

/** Anything else that happened: commands of people, decisions of engines, access, settings old and new. */
export const AuditEvent = z.object({
  id: z.number().describe('Above 1,000,000,000,000: written by the server, else the number of a record of the engine.'),
  created_ts: EpochSeconds,
  event: z.string(),
  severity: SeverityName,
  symbol: z.string().nullable(),
  venues: z.array(VenueName),
  payload: Payload,
});
export type AuditEvent = z.infer<typeof AuditEvent>;

/** Epoch seconds in a query; milliseconds count. */
const Moment = z.coerce.number().min(0).max(100_000_000_000);
const Text = z.string().trim().toUpperCase().max(60);

/** Texts are literal: no wildcard means anything. */
const filters = {
  since: Moment.optional().describe('Only rows of this time or later.'),
  until: Moment.optional().describe('Only rows of this time or earlier.'),
  symbol: Text.optional().describe('Only rows of this very symbol.'),
  venues: Text.optional().describe('Only rows whose venues contain this text; of several, separated by commas, each.'),
};
const severityMin = SeverityName.optional().describe('Only events at least that severe.');
const page = {
  limit: z.coerce.number().int().min(1).max(200).default(50),
  offset: z.coerce.number().int().min(0).max(1_000_000_000).default(0),
};
const total = z.number().describe('How many rows the filter lets through in all.');
const Id = z.strictObject({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) });

export const AuditTradesExportQuery = z.strictObject(filters);
export const AuditEventsExportQuery = z.strictObject({ ...filters, severity_min: severityMin });

export const getAuditTrades = defineRoute({
  method: 'GET',
  path: '/api/audit/trades',
  summary: 'Trades of the audit log, newest first, with the true total.',
  query: z.object({ ...filters, ...page }),
  response: Ok.extend({ rows: z.array(AuditTradeRow), total }),
});

export const getAuditTrade = defineRoute({
  method: 'GET',
  path: '/api/audit/trades/:id',
  summary: 'One trade of the audit log.',
  params: Id,
  response: Ok.extend({ row: AuditTradeRow }),
});

export const getAuditEvents = defineRoute({
  method: 'GET',
  path: '/api/audit/events',
  summary: 'Events of the audit log, those of the engine and of the server as one, newest first, with the true total.',
  query: z.object({ ...filters, severity_min: severityMin, ...page }),
  response: Ok.extend({ rows: z.array(AuditEvent), total }),
});

export const getAuditEvent = defineRoute({
  method: 'GET',
  path: '/api/audit/events/:id',
  summary: 'One event of the audit log.',
  params: Id,
  response: Ok.extend({ row: AuditEvent }),
});

/** The query of `GET /api/audit/stream`. */
export const AuditStreamQuery = z.strictObject({
  kind: z.enum(['both', 'trades', 'events']).default('both'),
  symbol: Text.optional(),
  severity_min: SeverityName.default('DEBUG').describe('Events at least that severe; trades have no severity.'),
});

/**
 * The `data` of the stream's events, which are named `trade`, `event`, `ping` and `gap`. A trade comes again under its id when its result
 * changed. `gap`: more was missed than is filled in; the lists have it.
 */
export const AuditStreamItem = z.discriminatedUnion('kind', [
  AuditTrade.extend({ kind: z.literal('trade') }),
  AuditEvent.extend({ kind: z.literal('event') }),
  z.object({ kind: z.literal('ping'), ts: EpochSeconds }),
  z.object({
    kind: z.literal('gap'),
    ts: EpochSeconds,
    after_ts: EpochSeconds.nullable().describe('Time of the last row that was filled in; null: none was.'),
  }),
]);
export type AuditStreamItem = z.infer<typeof AuditStreamItem>;

import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { Ok, VenueName } from '../shared.ts';
import { RISK_LEVELS, RiskSettings } from '../trading/risk.ts';

const Mode = z.enum(['paper', 'live']);

export const RiskPreviewDay = z.object({
  mode: Mode,
  equity_usd: z.number().nullable().describe('Equity of all accounts of the mode now; null while a part is unknown.'),
  day_start_equity_usd: z.number().nullable(),
  daily_stop_usd: z.number().nullable().describe('Loss of the UTC day at which new risk stops; positive.'),
  day_result_usd: z.number().describe('Result of the UTC day so far.'),
  left_usd: z.number().nullable().describe('What may still be lost today; 0 when the stop is reached.'),
  would_halt: z.boolean().describe('True when these limits would stop new risk now.'),
  would_flatten: z.boolean().describe('True when these limits would close every position of the mode now.'),
});

export const RiskPreviewLeverage = z.object({
  venue: VenueName,
  perps: z.number().int().describe('Followed perps of it.'),
  known: z.number().int().describe('Of how many of them its list tells a maximum.'),
  lowest: z.number().nullable().describe('The smallest of these; null while none is told.'),
  lowest_symbol: z.string().nullable(),
  below: z.number().int().describe('Perps whose maximum is under the limit as typed: theirs holds there.'),
});

export const RiskPreviewPosition = z.object({
  id: z.string(),
  venue: VenueName,
  mode: Mode,
  symbol: z.string(),
  side: z.enum(['long', 'short']),
  notional_usd: z.number().nullable(),
  leverage: z.number().nullable(),
  over_position_usd: z.number().nullable().describe('How far it is over the limit; 0 when within; null when unknown.'),
  is_over_leverage: z.boolean(),
  loss_at_stop_usd: z.number().nullable().describe('What a stop at `stop_loss_pct` from the entry would lose.'),
  effects: z.array(z.string()).describe('In words; empty when nothing changes for it.'),
});

export const RiskPreviewTrade = z.object({
  id: z.string(),
  venue: VenueName,
  mode: Mode,
  symbol: z.string(),
  side: z.enum(['long', 'short']),
  notional_usd: z.number().nullable(),
  result_usd: z.number().nullable().describe('Without fees in third coins.'),
  would_be_refused: z.boolean(),
  effects: z.array(z.string()),
});

export const previewRiskSettings = defineRoute({
  method: 'POST',
  path: '/api/settings/risk/preview',
  summary:
    'What limits would mean for open positions and the trades of today. Changes nothing; what is left out stays.',
  body: RiskSettings.partial().strict(),
  response: Ok.extend({
    settings: RiskSettings.describe('All limits as they would stand.'),
    changed: z.array(z.string()).describe('Names of the limits that differ from those in force.'),
    risk_level: z.enum(RISK_LEVELS),
    enforced: z
      .object({ max_position_usd: z.number(), daily_loss_pct: z.number(), max_leverage: z.number() })
      .describe('The limits as the risk level applies them.'),
    venue_leverage: z
      .array(RiskPreviewLeverage)
      .describe('What the venues themselves allow on the followed perps: the lower of the two holds.'),
    days: z.array(RiskPreviewDay),
    positions: z.array(RiskPreviewPosition),
    positions_total: z.number().int(),
    trades_today: z.array(RiskPreviewTrade).describe('Closed since the start of the UTC day, the newest first.'),
    trades_total: z.number().int(),
    trades_refused: z.number().int().describe('How many of them these limits would have refused.'),
    summary: z.array(z.string()).describe('The whole in sentences for a person.'),
  }),
});

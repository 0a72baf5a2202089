import { z } from 'zod';
import { ArbExecution, BracketName, SequencingName } from '../arbitrage/executions.ts';
import { WhyNotRow } from '../arbitrage/why-not.ts';
import { defineRoute } from '../route.ts';
import { Ok, PAIR_NEEDS_TWO, SymbolInput, VENUE_NAMES, VenuesInput } from '../shared.ts';
import { Gate } from './orders.ts';

/** What the launcher starts with. */
export const LAUNCHER_DEFAULTS = { notional_usd: 120, with_bracket: 'panic', tp_bps: 35, sl_bps: 25 } as const;
export const BRACKET_BPS = { min: 0.1, max: 5_000 } as const;

const positive = z.number().finite().positive();
const bracketBps = z.number().finite().min(BRACKET_BPS.min).max(BRACKET_BPS.max);

export const ExecuteLiveInput = z
  .object({
    symbol: SymbolInput.optional(),
    mode: z
      .string()
      .trim()
      .toUpperCase()
      .pipe(z.enum(['ARB']))
      .default('ARB'),
    venues: VenuesInput.default([...VENUE_NAMES]),
    qty: positive
      .optional()
      .describe('Base units; else notional_usd, else 120 USD, which some pairs are too coarse for: see the preview.'),
    notional_usd: positive.optional(),
    with_bracket: z.string().trim().toLowerCase().pipe(BracketName).default(LAUNCHER_DEFAULTS.with_bracket),
    tp_bps: bracketBps
      .optional()
      .describe(
        `Net of the pair, in bps; left out: that of the risk guard, ${LAUNCHER_DEFAULTS.tp_bps}. Unused without bracket.`,
      ),
    sl_bps: bracketBps
      .optional()
      .describe(
        `How far prices may go against the pair beyond the fees of its four orders, in bps; left out: that of the risk guard, ${LAUNCHER_DEFAULTS.sl_bps}. Unused without bracket.`,
      ),
    accept_negative: z.boolean().default(false).describe('On paper only: takes an expected loss.'),
    reason: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .optional()
      .describe('Why an expected loss is taken: kept with the call in the audit log.'),
    opportunity_id: z
      .string()
      .trim()
      .min(3)
      .max(100)
      .optional()
      .describe('A row of the scanner; else the best pair. A symbol and venues beside it must be its own.'),
    sequencing: z.string().trim().toLowerCase().pipe(SequencingName).optional(),
  })
  // A misspelt field must not open risk.
  .strict()
  .refine(({ symbol, opportunity_id }) => symbol !== undefined || opportunity_id !== undefined, {
    path: ['symbol'],
    message: 'is missing: give a symbol or an opportunity_id',
  })
  .refine(({ qty, notional_usd }) => qty === undefined || notional_usd === undefined, {
    path: ['qty'],
    message: 'give either qty or notional_usd',
  })
  .refine(({ opportunity_id, venues }) => opportunity_id !== undefined || venues.length >= 2, {
    path: ['venues'],
    message: PAIR_NEEDS_TWO,
  })
  .superRefine(({ opportunity_id: id, symbol, venues }, refused) => {
    const legs = id === undefined ? [] : legsOfPair(id);
    const otherSymbol = symbol === undefined ? undefined : legs.find((leg) => leg.symbol !== symbol);
    if (otherSymbol !== undefined) {
      refused.addIssue({ code: 'custom', path: ['symbol'], message: `is not that of ${id}` });
    }
    const left = legs.find(({ venue }) => !venues.some((named) => named === venue));
    if (left !== undefined) {
      refused.addIssue({ code: 'custom', path: ['venues'], message: `leave out ${left.venue} of ${id}` });
    }
  });

/** The legs that an id names, `BTCUSDT.PERP.OKX>BTCUSDT.PERP.BYBIT`; none for any other text, which names no pair. */
function legsOfPair(id: string): readonly { readonly symbol: string; readonly venue: string }[] {
  const legs = id.split('>').map((leg) => leg.split('.'));
  return legs.flatMap(([symbol, , venue]) => (symbol === undefined || venue === undefined ? [] : [{ symbol, venue }]));
}

/** What a trade costs and how it can end, by its bracket and the loss cap. Amounts are of the whole trade, losses negative. */
export const TradeOutlook = z.object({
  expected_net_bps: z.number(),
  /** All four fees, the latency reserve and the exit spread; an unknown exit spread counts as 0. */
  cost_bps: z.number(),
  cost_usd: z.number(),
  /** null without a bracket. */
  take_profit_usd: z.number().nullable(),
  /** Where the pair is closed at a loss: its stop, or the loss cap where that is nearer; null while neither is known. */
  worst_case_usd: z.number().nullable(),
  worst_case_bps: z.number().nullable(),
  worst_case_by: z.enum(['stop_loss', 'loss_cap']).nullable(),
  /** What the take profit brings per dollar of the worst case; null without a bracket. */
  reward_to_risk: z.number().nullable(),
});
export type TradeOutlook = z.infer<typeof TradeOutlook>;

export const executeLive = defineRoute({
  method: 'POST',
  path: '/api/trading/execute_live',
  isOnce: true,
  summary:
    'Trades the best pair of a symbol, or a row of the scanner: both legs or none. 409 no_edge when the expected net is negative.',
  body: ExecuteLiveInput,
  response: Ok.extend({ trade: ArbExecution, message: z.string() }),
});

export const previewExecuteLive = defineRoute({
  method: 'POST',
  path: '/api/trading/execute_live/preview',
  summary:
    'What execute_live would do, what every gate says of both legs, and every check of the pair. Places nothing.',
  body: ExecuteLiveInput,
  response: Ok.extend({
    verdict: z.enum(['PASS', 'BLOCK']),
    /** Why it would not be traded, in words. */
    reason: z.string().nullable(),
    /** null where no trade can be made of it at all: no such pair, no price, too small. */
    trade: ArbExecution.nullable(),
    gates: z.array(Gate.extend({ leg: z.enum(['buy', 'sell']) })),
    checks: z.array(WhyNotRow),
    /** What the trade is expected to bring, all four fees in, by the figures of `trade.expected`; null without a trade. */
    expected_usd: z.number().nullable(),
    /** What it costs, and how it can end; null without a trade. */
    outlook: TradeOutlook.nullable(),
    /** The smallest amount that both legs take at the prices of now; null while it can't be told. */
    min_notional_usd: z.number().nullable(),
    /** What a launcher should start with: its usual amount, or a little over the smallest where that is more. */
    proposed_notional_usd: z.number(),
  }),
});

import { z } from 'zod';
import { ExecutionModeName } from '../portfolio/portfolio.ts';
import { defineRoute } from '../route.ts';
import { EpochSeconds, Ok, SymbolInput, VenueName } from '../shared.ts';
import { EngineModeName, EngineName } from './engine-settings.ts';

export const DECISION_ACTION_NAMES = ['traded', 'added', 'proposed', 'watched', 'abstained', 'blocked'] as const;
export const DecisionActionName = z.enum(DECISION_ACTION_NAMES);
export const LiquidatedSideName = z.enum(['LONG', 'SHORT']);

/** One check of a trigger. */
export const DecisionGateRow = z.object({
  gate: z.string(),
  ok: z.boolean(),
  detail: z.string(),
  value: z.number().nullable(),
  bound: z.number().nullable(),
});
export type DecisionGateRow = z.infer<typeof DecisionGateRow>;

export const SNIPE_STATE_NAMES = ['entering', 'open', 'exiting', 'closed', 'missed', 'failed'] as const;

/** How the trade that came of a decision stands, and why; null where none did, or it ended long ago. */
export const DecisionTrade = z.object({ state: z.enum(SNIPE_STATE_NAMES), reason: z.string() });

/** What a proposal would trade if it were executed now. */
export const ProposalPlan = z.object({
  side: z.enum(['long', 'short']),
  quantity: z.number(),
  entry_price: z.number(),
  stop_price: z.number().nullable(),
  take_profit_price: z.number().nullable(),
  notional_usd: z.number(),
  /** Of the entry and of an exit at the stop; null where the account's fees are not known. */
  fees_usd: z.number().nullable(),
  /** From the entry to the stop, before fees. */
  stop_loss_usd: z.number().nullable(),
});
export type ProposalPlan = z.infer<typeof ProposalPlan>;

/** What was decided at one trigger, also when nothing was done. */
export const DecisionItem = z.object({
  id: z.string(),
  timestamp: EpochSeconds,
  /** null while no engine runs. */
  engine: EngineName.nullable(),
  mode: EngineModeName,
  venue: VenueName,
  symbol: z.string(),
  liquidated_side: LiquidatedSideName,
  /** These two and the propensity are null in a row that was rebuilt from its trade after a crash. */
  window_usd: z.number().nullable(),
  threshold_usd: z.number().nullable(),
  threshold_by: z.string(),
  count: z.number().int(),
  /** True when a venue in it throttles, or its window had not been watched whole: the sum is at least this. */
  lower_bound: z.boolean(),
  /** Ids of the liquidations it answers, newest last. */
  event_ids: z.array(z.string()),
  /** `abstain` or an arm's id. */
  arm: z.string(),
  chosen_by: z.enum(['fixed', 'oraculis']),
  propensity: z.number().nullable(),
  action: DecisionActionName,
  /** In words. */
  reason: z.string(),
  snipe_id: z.string().nullable(),
  /** Until when a proposal can be executed; null for everything else. */
  expires_at: EpochSeconds.nullable(),
  /** Net of the chosen arm, real or shadow; null while it is not known. */
  net_bps: z.number().nullable(),
  trade: DecisionTrade.nullable(),
  /** Of a proposal that can be executed, as of now; absent for everything else, and where nothing could be planned. */
  plan: ProposalPlan.optional(),
  /** Why nothing could be planned of a proposal now. */
  plan_refusal: z.string().optional(),
});
export type DecisionItem = z.infer<typeof DecisionItem>;

/** How an arm stood at a decision, and what became of it. */
/**
 * How a position ended. `break-even` and `trailing-stop` are the stop after the risk guard had moved it, `trailing-order` is a take-profit
 * that follows the price, `liquidation` and `adl` are done by the venue, `other` came from outside.
 */
export const ExitName = z.enum([
  'take-profit',
  'stop-loss',
  'break-even',
  'trailing-stop',
  'time',
  'operator',
  'trailing-order',
  'kill-switch',
  'liquidation',
  'adl',
  'none',
  'other',
]);

export const DecisionArm = z.object({
  arm: z.string(),
  eligible: z.boolean(),
  reason: z.string().nullable(),
  mean_bps: z.number().nullable(),
  half_width_bps: z.number().nullable(),
  propensity: z.number(),
  outcome: z
    .object({
      filled: z.boolean(),
      /** False: a shadow fill. */
      real: z.boolean(),
      net_bps: z.number(),
      fees_bps: z.number(),
      entry_price: z.number().nullable(),
      exit_price: z.number().nullable(),
      exit: ExitName,
      held_seconds: z.number().nullable(),
    })
    .nullable(),
});

/** One trade of an engine. */
export const SnipeRow = z.object({
  id: z.string(),
  decision_id: z.string(),
  engine: EngineName,
  venue: VenueName,
  mode: ExecutionModeName,
  symbol: z.string(),
  side: z.enum(['long', 'short']),
  arm: z.string(),
  state: z.enum(SNIPE_STATE_NAMES),
  wanted_quantity: z.number(),
  filled_quantity: z.number(),
  entry_price: z.number().nullable(),
  stop_price: z.number().nullable(),
  take_profit_price: z.number().nullable(),
  mark_price: z.number().nullable(),
  break_even: z.boolean(),
  reprices: z.number().int(),
  additions: z.number().int(),
  started_at: EpochSeconds,
  opened_at: EpochSeconds.nullable(),
  closed_at: EpochSeconds.nullable(),
  exit_price: z.number().nullable(),
  exit: ExitName.nullable(),
  net_usd: z.number().nullable(),
  net_bps: z.number().nullable(),
  reason: z.string(),
});
export type SnipeRow = z.infer<typeof SnipeRow>;

export const DecisionWhole = DecisionItem.extend({
  cluster_id: z.string(),
  /** Everything the gates and the chooser looked at, by name; null is unknown. */
  values: z.record(z.string(), z.number().nullable()),
  context: z.array(z.number()),
  gates: z.array(DecisionGateRow),
  arms: z.array(DecisionArm),
  /** True once every arm's outcome is known. */
  settled: z.boolean(),
  snipe: SnipeRow.nullable(),
});
export type DecisionWhole = z.infer<typeof DecisionWhole>;

const DecisionParams = z.object({ id: z.string().trim().min(1).max(64) });
const DecisionAnswer = Ok.extend({ decision: DecisionWhole });
const epochInput = z.coerce.number().finite().min(0).max(100_000_000_000);

export const getDecisions = defineRoute({
  method: 'GET',
  path: '/api/trading/decisions',
  summary: 'What the sniping engines decided at each trigger, newest first; `before` pages through all of them.',
  query: z.object({
    symbol: SymbolInput.optional(),
    action: z.string().trim().toLowerCase().pipe(DecisionActionName).optional(),
    since: epochInput.optional(),
    until: epochInput.optional(),
    /** Id of a decision: only what is older than it. */
    before: z.string().trim().min(1).max(40).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  }),
  response: Ok.extend({
    decisions: z.array(DecisionItem),
    /** What to give as `before` for the next page; null on the last one. */
    next_before: z.string().nullable(),
    total: z.number().int(),
    limit: z.number().int(),
    offset: z.number().int(),
  }),
});

export const getDecision = defineRoute({
  method: 'GET',
  path: '/api/trading/decisions/:id',
  summary: 'One decision with every gate, every arm and what became of each.',
  params: DecisionParams,
  response: DecisionAnswer,
});

export const executeDecision = defineRoute({
  method: 'POST',
  path: '/api/trading/decisions/:id/execute',
  isOnce: true,
  summary: 'Trades a proposal of the manual mode at the market of now; it is valid for 30 s.',
  params: DecisionParams,
  body: z.object({}).optional(),
  response: DecisionAnswer.extend({ message: z.string() }),
});

export const dismissDecision = defineRoute({
  method: 'POST',
  path: '/api/trading/decisions/:id/dismiss',
  isOnce: true,
  summary: 'Turns a proposal of the manual mode down.',
  params: DecisionParams,
  body: z.object({}).optional(),
  response: DecisionAnswer.extend({ message: z.string() }),
});

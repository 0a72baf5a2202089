import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { EpochSeconds, Ok } from '../shared.ts';
import { DecisionItem } from './decisions.ts';
import { EngineModeName } from './engine-settings.ts';

/** An arm with what it earned over all decisions, shadows included. Bps are net of every cost. */
export const ArmItem = z.object({
  arm: z.string(),
  direction: z.enum(['fade', 'follow']),
  offset_bps: z.number(),
  take_profit_bps: z.number(),
  stop_loss_bps: z.number(),
  execution: z.enum(['post-only', 'ioc']),
  /** Decisions that chose it. */
  pulls: z.number().int(),
  /** Decisions whose outcome for it is known. */
  outcomes: z.number().int(),
  fills: z.number().int(),
  real_fills: z.number().int(),
  /** Fraction of the fills. */
  win_rate: z.number().nullable(),
  mean_net_bps: z.number().nullable(),
  std_net_bps: z.number().nullable(),
  /** Half width of the 90 % interval of the mean. */
  half_width_bps: z.number().nullable(),
  last_net_bps: z.number().nullable(),
});
export type ArmItem = z.infer<typeof ArmItem>;

export const getEngineAiMetrics = defineRoute({
  method: 'GET',
  path: '/api/trading/engine/ai_metrics',
  summary: "Oraculis: arms, what they earned, the newest decisions, and the learner's own state.",
  response: Ok.extend({
    metrics: z.object({
      running: z.boolean(),
      mode: EngineModeName,
      since: EpochSeconds.nullable(),
      decisions_made: z.number().int(),
      /** Decisions of the newest that were left to Oraculis. */
      chosen_by_oraculis: z.number().int(),
      abstained: z.number().int(),
      best_arm: z.string().nullable(),
      shadows_followed: z.number().int(),
    }),
    /** The best mean first. */
    arms: z.array(ArmItem),
    decisions: z.array(DecisionItem),
    /** As the learner tells it; null while there is none or it does not answer. */
    learner: z.record(z.string(), z.unknown()).nullable(),
  }),
});

const LearnerAnswer = Ok.extend({ message: z.string(), learner: z.record(z.string(), z.unknown()).nullable() });
const nothing = z.object({}).optional();

export const resetOraculis = defineRoute({
  method: 'POST',
  path: '/api/trading/engine/oraculis/reset',
  summary: 'Lets Oraculis forget everything it learnt.',
  body: nothing,
  response: LearnerAnswer,
});

export const freezeOraculis = defineRoute({
  method: 'POST',
  path: '/api/trading/engine/oraculis/freeze',
  summary: 'Oraculis goes on choosing and learns no more.',
  body: nothing,
  response: LearnerAnswer,
});

export const unfreezeOraculis = defineRoute({
  method: 'POST',
  path: '/api/trading/engine/oraculis/unfreeze',
  summary: 'Oraculis learns again.',
  body: nothing,
  response: LearnerAnswer,
});

export const exploreOraculis = defineRoute({
  method: 'POST',
  path: '/api/trading/engine/oraculis/exploration',
  summary: 'Scales how widely Oraculis tries: 1 is as learnt, 0 always takes the best mean.',
  body: z.object({ scale: z.number().finite().min(0).max(10) }),
  response: LearnerAnswer,
});

export const exportPolicy = defineRoute({
  method: 'GET',
  path: '/api/trading/engine/oraculis/policy',
  summary: 'What Oraculis learnt, to keep or to give to another one.',
  response: Ok.extend({ policy: z.record(z.string(), z.unknown()).nullable() }),
});

export const importPolicy = defineRoute({
  method: 'POST',
  path: '/api/trading/engine/oraculis/policy',
  summary: 'Replaces what Oraculis learnt by an exported policy.',
  body: z.object({ policy: z.record(z.string(), z.unknown()) }),
  response: LearnerAnswer,
});

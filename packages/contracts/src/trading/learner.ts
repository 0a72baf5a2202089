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

/** What Oraculis knows and how well it did. Bps are net of every cost; beliefs are those at a usual context. */
export const OraculisLearner = z.object({
  decisions: z.number().int(),
  frozen: z.boolean(),
  exploration_scale: z.number(),
  /** The best mean at the usual context; null while nothing was learnt. */
  best_arm: z.string().nullable(),
  best_fixed_arm: z.string(),
  /** Against the best fixed arm, summed over decisions, and its course as `[decisions, regret]`. */
  regret_bps: z.number(),
  regret_curve: z.array(z.array(z.number())),
  /** Fraction of the decisions that took no arm. */
  abstain_share: z.number().nullable(),
  arms: z.array(
    z.object({
      arm: z.string(),
      pulls: z.number().int(),
      outcomes: z.number().int(),
      fills: z.number().int(),
      real_fills: z.number().int(),
      mean_reward_bps: z.number().nullable(),
      last_reward_bps: z.number().nullable(),
      mean_bps: z.number(),
      /** 90 % interval of the belief. */
      low_bps: z.number(),
      high_bps: z.number(),
      /** Probability of being the best, doing nothing included. */
      best_chance: z.number(),
      evidence: z.number(),
    }),
  ),
  drifts: z.array(z.object({ timestamp: EpochSeconds, decision: z.number().int(), arms: z.array(z.string()) })),
  histogram: z.array(z.object({ from_bps: z.number(), count: z.number().int() })),
  calibration: z.array(
    z.object({
      from_bps: z.number().nullable(),
      count: z.number().int(),
      predicted_bps: z.number().nullable(),
      realised_bps: z.number().nullable(),
    }),
  ),
  refused: z.array(z.string()),
});
export type OraculisLearner = z.infer<typeof OraculisLearner>;

export const getEngineAiMetrics = defineRoute({
  method: 'GET',
  path: '/api/trading/engine/ai_metrics',
  summary: "Oraculis: arms with the engines' totals on record, the newest decisions, and the learner's own state.",
  response: Ok.extend({
    metrics: z.object({
      running: z.boolean(),
      mode: EngineModeName,
      since: EpochSeconds.nullable(),
      decisions_made: z.number().int(),
      /** Decisions of the newest that were left to Oraculis. */
      chosen_by_oraculis: z.number().int(),
      /** Of the newest: where the chooser took no arm; what gates blocked or nobody traded is counted by itself. */
      abstained: z.number().int(),
      /** Clusters that were added to a trade. */
      added: z.number().int(),
      blocked: z.number().int(),
      watched: z.number().int(),
      proposed: z.number().int(),
      traded: z.number().int(),
      /** Of the learner; null while it knows nothing, e.g. after a reset. */
      best_arm: z.string().nullable(),
      shadows_followed: z.number().int(),
    }),
    /** Totals of the engines over all outcomes on record, the best mean first; a reset of the learner leaves them. */
    arms: z.array(ArmItem),
    decisions: z.array(DecisionItem),
    /** null before the first outcome, and while the engine does not answer. */
    learner: OraculisLearner.nullable(),
  }),
});

export const getOraculisCourse = defineRoute({
  method: 'GET',
  path: '/api/trading/engine/oraculis/course',
  summary:
    'How the decisions on record went over time: reward of the chosen arms, how widely was tried, how often none was taken.',
  query: z.object({
    days: z.coerce
      .number()
      .pipe(z.literal([1, 7, 30, 90]))
      .default(7),
  }),
  response: Ok.extend({
    days: z.number().int(),
    /** Of the newest 2,000 in the window. */
    decisions: z.number().int(),
    /** Runs of decisions one after the other, at most 100, oldest first. */
    points: z.array(
      z.object({
        /** Of the last decision in it. */
        timestamp: EpochSeconds,
        decisions: z.number().int(),
        taken: z.number().int(),
        /** Taken ones whose outcome is known; an order that was not filled earned 0. */
        outcomes: z.number().int(),
        /** Mean net of those. */
        mean_net_bps: z.number().nullable(),
        /** Of all so far, added up. */
        cumulative_net_bps: z.number(),
        /** Mean chance that something else would have been drawn, 0 to 1. */
        exploration: z.number().nullable(),
      }),
    ),
  }),
});

const LearnerAnswer = Ok.extend({ message: z.string(), learner: OraculisLearner.nullable() });
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
  isOnce: true,
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
  summary:
    'Scales how widely Oraculis tries: 1 is as learnt; 0 takes the best mean of the arms certain enough, none while none is.',
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

const PolicyValue = z.object({
  mean_bps: z.number().nullable(),
  /** 95 % interval; null with fewer than two cascades or 30 decisions, counted as effective ones where weighted. */
  low_bps: z.number().nullable(),
  high_bps: z.number().nullable(),
});

export const evaluatePolicyOffline = defineRoute({
  method: 'POST',
  path: '/api/trading/engine/oraculis/evaluate',
  summary: 'What a changed policy would have earned on the logged decisions, a decision; changes nothing.',
  body: z
    .object({
      policy: z
        .record(z.string(), z.unknown())
        .optional()
        .describe('An exported one; what Oraculis knows when left out.'),
      scale: z.number().finite().min(0).max(10).optional().describe('Exploration of the changed policy.'),
    })
    .default({}),
  response: Ok.extend({
    evaluation: z.object({
      decisions: z.number().int(),
      /** Without a propensity or a reward of the chosen arm. */
      left_out: z.number().int(),
      cascades: z.number().int(),
      /** How many decisions the weights are worth, and the largest of them. */
      effective_decisions: z.number(),
      weight_max: z.number(),
      /** `too few`: fewer than 30 effective decisions, so that weighted values have no interval. */
      verdict: z.enum(['enough', 'too few']),
      /** The decisions as they were taken. */
      logged: PolicyValue,
      ips: PolicyValue,
      self_normalised: PolicyValue,
      doubly_robust: PolicyValue,
      /** From the outcomes of all arms: shadows stand in for fills. */
      shadows: PolicyValue,
    }),
  }),
});

import { z } from 'zod';
import { ExecutionModeName } from '../portfolio/portfolio.ts';
import { defineRoute } from '../route.ts';
import { EpochSeconds, Ok, VenueName } from '../shared.ts';

export const GO_LIVE_KEYS = [
  'key_tested',
  'ip_whitelisted',
  'risk_saved',
  'daily_loss_limit',
  'channel_tested',
  'paper_record',
] as const;

const GoLiveItem = z.object({
  key: z.enum(GO_LIVE_KEYS),
  label: z.string(),
  is_done: z.boolean(),
  /** Without it a venue of a real market is not switched to live; the others are advice. */
  is_required: z.boolean(),
  /** In words: what is there, or what is missing. */
  detail: z.string(),
});
export type GoLiveItem = z.infer<typeof GoLiveItem>;

export const getGoLive = defineRoute({
  method: 'GET',
  path: '/api/trading/go-live',
  summary:
    'What stands between paper and live: six points for each venue, of which four are required on a real market.',
  response: Ok.extend({
    /** Of the venue that is furthest. */
    done: z.number().int(),
    total: z.number().int(),
    /** Whether the required points are enforced: on real markets and testnets. */
    is_enforced: z.boolean(),
    venues: z.array(
      z.object({
        venue: VenueName,
        mode: ExecutionModeName,
        is_ready: z.boolean(),
        done: z.number().int(),
        items: z.array(GoLiveItem),
        /** What has to be typed; null where nothing has. */
        confirmation: z.string().nullable(),
      }),
    ),
  }),
});

export const ONBOARDING_KEYS = [
  'gate_password',
  'paper_funded',
  'engines_started',
  'venue_key',
  'risk_limits',
] as const;

const OnboardingAnswer = Ok.extend({
  steps: z.array(z.object({ key: z.enum(ONBOARDING_KEYS), label: z.string(), is_done: z.boolean() })),
  is_dismissed: z.boolean(),
  dismissed_at: EpochSeconds.nullable(),
});

export const getOnboarding = defineRoute({
  method: 'GET',
  path: '/api/settings/onboarding',
  summary: 'The first steps of an installation, and whether the list of them was put away.',
  response: OnboardingAnswer,
});

export const putOnboarding = defineRoute({
  method: 'PUT',
  path: '/api/settings/onboarding',
  summary: 'Puts the list of first steps away, or shows it again.',
  body: z.object({ is_dismissed: z.boolean() }),
  response: OnboardingAnswer,
});

export const getKillEstimate = defineRoute({
  method: 'GET',
  path: '/api/kill-switch/estimate',
  summary:
    'What each level of the kill switch would cancel and close now, and what the closing would cost. Changes nothing.',
  response: Ok.extend({
    /** Resting entries, which levels 2 and 3 cancel; protective stops are not among them. */
    entries: z.array(z.object({ venue: VenueName, mode: ExecutionModeName, count: z.number().int() })),
    positions: z.array(
      z.object({
        id: z.string(),
        symbol: z.string(),
        venue: VenueName,
        mode: ExecutionModeName,
        side: z.enum(['long', 'short']),
        size: z.number(),
        pnl: z.number().nullable(),
        /** Average price that the book would give now; null while it is not live. */
        close_price: z.number().nullable(),
        fee_usd: z.number().nullable(),
        slippage_usd: z.number().nullable(),
      }),
    ),
    /** Fees and slippage of all that could be estimated. */
    cost_usd: z.number(),
    /** Positions whose closing could not be estimated. */
    unknown: z.number().int(),
  }),
});

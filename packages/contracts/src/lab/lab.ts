import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { EpochSeconds, Ok, VenueName } from '../shared.ts';
import { ENGINE_NAMES } from '../trading/engine-settings.ts';

export const LAB_STRATEGIES = [...ENGINE_NAMES, 'trigger'] as const;
export const LabStrategy = z.enum(LAB_STRATEGIES);

export const LabRecording = z.object({
  active: z.boolean(),
  since: EpochSeconds.nullable(),
  segments: z.number().int().nullable(),
  bytes: z.number().nullable(),
  /** Frames that were lost. */
  dropped: z.number().int().nullable(),
  last_error: z.string().nullable(),
});

export const getRecordings = defineRoute({
  method: 'GET',
  path: '/api/lab/recordings',
  summary: 'What is recorded, by venue, and whether a recording runs.',
  response: Ok.extend({
    recording: LabRecording,
    recordings: z.array(
      z.object({
        venue: VenueName,
        segments: z.number().int(),
        bytes: z.number(),
        /** `2026-11-28-07`, UTC. */
        first_hour: z.string(),
        last_hour: z.string(),
        /** Segments that lost frames, or whose writer was killed. */
        incomplete: z.number().int(),
      }),
    ),
  }),
});

export const startRecording = defineRoute({
  method: 'POST',
  path: '/api/lab/record/start',
  summary: 'Starts to record the raw frames of every venue.',
  body: z.object({}).optional(),
  response: Ok.extend({ already_running: z.boolean(), recording: LabRecording, message: z.string() }),
});

export const stopRecording = defineRoute({
  method: 'POST',
  path: '/api/lab/record/stop',
  summary: 'Ends the recording; what was recorded is on disk with the answer.',
  body: z.object({}).optional(),
  response: Ok.extend({ already_stopped: z.boolean(), recording: LabRecording, message: z.string() }),
});

/** What the lab says of an engine: is it better than its own placebos? Bps are net of every cost, a trade. */
export const VerdictCard = z.object({
  subject: z.string(),
  verdict: z.enum(['edge', 'no-edge', 'too-few']),
  reason: z.string().nullable(),
  /** Over the placebos, out of sample, with its 95 % interval. */
  edge_bps: z.number().nullable(),
  low_bps: z.number().nullable(),
  high_bps: z.number().nullable(),
  trades: z.number().int(),
  signals: z.number().int().nullable(),
  clusters: z.number().int().nullable(),
  net_bps: z.number().nullable(),
  net_low_bps: z.number().nullable(),
  net_high_bps: z.number().nullable(),
  placebo_bps: z.record(z.string(), z.number().nullable()),
  costs: z
    .object({
      gross_bps: z.number(),
      fees_bps: z.number(),
      spread_bps: z.number(),
      slippage_bps: z.number(),
      funding_bps: z.number(),
      net_bps: z.number(),
    })
    .nullable(),
  capacity_usd: z.number().nullable(),
  in_sample: z.object({ trades: z.number().int(), edge_bps: z.number().nullable() }).nullable(),
  settings_hash: z.string(),
  /** False when the settings changed since: the verdict is void. null for what has no settings here. */
  current: z.boolean().nullable(),
  source: z.string(),
  made_at: EpochSeconds,
  method: z.string().nullable(),
});
export type VerdictCard = z.infer<typeof VerdictCard>;

export const LabJobRow = z.object({
  id: z.string(),
  strategy: z.string(),
  seed: z.number(),
  state: z.enum(['waiting', 'running', 'done', 'failed', 'stopped', 'interrupted']),
  started_at: EpochSeconds,
  /** null while it is open; unknown of one that was interrupted. */
  ended_at: EpochSeconds.nullable(),
  error: z.string().nullable(),
  outcome: z
    .object({
      recording: z.string(),
      messages: z.number().int(),
      decisions: z.number().int(),
      decisions_hash: z.string(),
      played_seconds: z.number(),
      wall_seconds: z.number(),
      card: VerdictCard,
    })
    .nullable(),
});
export type LabJobRow = z.infer<typeof LabJobRow>;

export const runVerdict = defineRoute({
  method: 'POST',
  path: '/api/lab/verdict',
  summary: 'Replays everything recorded and judges a strategy against its placebos; the job goes on by itself.',
  body: z.object({
    subject: z.string().trim().toLowerCase().pipe(LabStrategy).default('pas_trader'),
    seed: z.number().int().min(0).max(4_294_967_295).default(1),
  }),
  response: Ok.extend({ job: LabJobRow, message: z.string() }),
});

export const getLabJobs = defineRoute({
  method: 'GET',
  path: '/api/lab/jobs',
  summary: 'Jobs of the lab, newest first.',
  response: Ok.extend({ jobs: z.array(LabJobRow), count: z.number().int() }),
});

export const stopLabJob = defineRoute({
  method: 'POST',
  path: '/api/lab/jobs/:id/stop',
  summary: 'Ends a job that waits or runs.',
  params: z.object({ id: z.string().trim().min(1).max(40) }),
  body: z.object({}).optional(),
  response: Ok.extend({ job: LabJobRow }),
});

export const LabOverride = z.object({
  subject: z.enum(ENGINE_NAMES),
  by: z.string(),
  at: EpochSeconds,
  expires_at: EpochSeconds,
  /** False once it has ended. */
  active: z.boolean(),
});

export const getVerdicts = defineRoute({
  method: 'GET',
  path: '/api/lab/verdicts',
  summary: 'The newest verdict of every subject, and engines that may trade live without one.',
  response: Ok.extend({ verdicts: z.array(VerdictCard), overrides: z.array(LabOverride) }),
});

export const OVERRIDE_PHRASE = 'TRADE WITHOUT VERDICT';

export const withdrawOverride = defineRoute({
  method: 'DELETE',
  path: '/api/lab/override',
  isOnce: true,
  summary: 'Takes back, at once, the word that an engine may trade live without a passed verdict.',
  body: z.object({ subject: z.string().trim().toLowerCase().pipe(z.enum(ENGINE_NAMES)) }),
  response: Ok.extend({
    subject: z.enum(ENGINE_NAMES),
    /** True where no such word held. */
    already_ended: z.boolean(),
    verdict: z.object({ ok: z.boolean(), detail: z.string() }),
    message: z.string(),
  }),
});

export const overrideVerdict = defineRoute({
  method: 'POST',
  path: '/api/lab/override',
  summary:
    'Lets an engine trade live without a passed verdict for `days` (7); the typed phrase is `TRADE WITHOUT VERDICT`.',
  body: z.object({
    subject: z.string().trim().toLowerCase().pipe(z.enum(ENGINE_NAMES)),
    phrase: z.string().trim().max(64).pipe(z.literal(OVERRIDE_PHRASE)),
    days: z.number().int().min(1).max(90).default(7),
  }),
  response: Ok.extend({
    subject: z.enum(ENGINE_NAMES),
    verdict: z.object({ ok: z.boolean(), detail: z.string() }),
    message: z.string(),
  }),
});

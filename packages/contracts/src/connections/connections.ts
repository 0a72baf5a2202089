import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { EpochSeconds, Ok, VENUE_NAMES, VenueInput, VenueName } from '../shared.ts';

/** A key part as it is typed in: spaces around it are no part of it. */
const keyPart = (what: string) =>
  z
    .string()
    .trim()
    .min(8, `${what} is too short: at least 8 characters`)
    .max(256, `${what} is too long: at most 256 characters`)
    .regex(/^[\x21-\x7e]+$/, `${what} holds characters that no key has`);

const FeeRates = z.object({ maker_bps: z.number(), taker_bps: z.number() });

/** What the venue told of the key in use; null is not told. */
export const KeyFacts = z.object({
  can_withdraw: z.boolean().nullable(),
  read_only: z.boolean().nullable(),
  ip_restricted: z.boolean().nullable(),
  expires_at: EpochSeconds.nullable(),
  position_mode: z.enum(['one-way', 'hedge']).nullable(),
  fees: z.object({ spot: FeeRates.nullable(), perp: FeeRates.nullable() }).describe('Rates of the account, in bps.'),
});
export type KeyFacts = z.infer<typeof KeyFacts>;

/** How one venue's keys and streams stand; both documents' readings in one. */
export const ConnectionStatus = z.object({
  enabled: z.boolean(),
  api_key_configured: z.boolean(),
  api_secret_configured: z.boolean(),
  /** `abcd…wxyz`; null without a key. */
  api_key_masked: z.string().nullable(),
  /** Keys are in use and the venue's private streams are live. */
  connected: z.boolean(),
  /** Not connected because it is just being connected for the first time: there was neither an answer nor a failure yet. */
  is_connecting: z.boolean().optional(),
  last_test_at: EpochSeconds.nullable(),
  hasKeys: z.boolean(),
  /** null before the first test. */
  hasFuturesPermission: z.boolean().nullable(),
  hasSpotPermission: z.boolean().nullable(),
  /** Where the key came from: typed in, or issued by the simulated venue. */
  source: z.enum(['operator', 'simulator']).nullable(),
  /** In words: why not connected; null while all is well. */
  reason: z.string().nullable(),
  /** Total of the account at the venue, USD; null unknown. */
  balance_usd: z.number().nullable(),
  /** What the key is meant for; null without one. */
  scopes: z.object({ spot: z.boolean(), futures: z.boolean() }).nullable().optional(),
  /** null until the venue has told of the key that is saved now. */
  key: KeyFacts.nullable().optional(),
});
export type ConnectionStatus = z.infer<typeof ConnectionStatus>;

const StatusMap = z.record(z.enum(VENUE_NAMES), ConnectionStatus);

export const getConnections = defineRoute({
  method: 'GET',
  path: '/api/admin/connections',
  summary: 'Keys of every venue, masked, and how they stand.',
  response: Ok.extend({ venues: StatusMap, updated_at: EpochSeconds }),
});

export const getConnectionStatus = defineRoute({
  method: 'GET',
  path: '/api/admin/connections/status',
  summary: 'How the connection to every venue stands.',
  response: Ok.extend({ venues: StatusMap, updated_at: EpochSeconds }),
});

export const getConnectionStatusLegacy = defineRoute({
  method: 'GET',
  path: '/api/admin/connections/status/legacy',
  summary: 'The same as /api/admin/connections/status.',
  response: Ok.extend({ venues: StatusMap, updated_at: EpochSeconds }),
});

export const ConnectionChange = z.object({
  exchange: VenueInput,
  api_key: keyPart('api_key').optional(),
  api_secret: keyPart('api_secret').optional(),
  passphrase: z.string().trim().max(128).optional(),
  scopes: z.object({ spot: z.boolean().optional(), futures: z.boolean().optional() }).optional(),
  enabled: z.boolean().optional(),
});

const ConnectionAnswer = Ok.extend({
  exchange: VenueName,
  status: ConnectionStatus,
  message: z.string(),
  /** What the operator should know, though it was saved. */
  warning: z.string().nullable(),
});

export const putConnection = defineRoute({
  method: 'PUT',
  path: '/api/admin/connections',
  summary: "Saves a venue's key, or enables or disables it.",
  body: ConnectionChange,
  response: ConnectionAnswer,
});

/** An old client puts the prefix twice. */
export const putConnectionDoubled = defineRoute({
  method: 'PUT',
  path: '/api/api/admin/connections',
  summary: 'The same as PUT /api/admin/connections.',
  body: ConnectionChange,
  response: ConnectionAnswer,
});

export const deleteConnection = defineRoute({
  method: 'DELETE',
  path: '/api/admin/connections/:exchange',
  summary: "Forgets a venue's key.",
  params: z.object({ exchange: VenueInput }),
  response: ConnectionAnswer,
});

export const testConnection = defineRoute({
  method: 'POST',
  path: '/api/admin/connections/test',
  summary:
    'Asks the venue what the saved key may do, or the one in the body, which is kept nowhere. A negative answer is an answer: 200 with its result.',
  body: z
    .object({
      exchange: VenueInput,
      api_key: keyPart('api_key').optional(),
      api_secret: keyPart('api_secret').optional(),
      passphrase: z.string().trim().max(128).optional(),
    })
    .refine(({ api_key, api_secret }) => (api_key === undefined) === (api_secret === undefined), {
      path: ['api_secret'],
      message: 'give api_key and api_secret together, or neither to test what is saved',
    }),
  response: z.object({
    ok: z.boolean(),
    exchange: VenueName,
    spot_ok: z.boolean(),
    futures_ok: z.boolean(),
    detail: z.string(),
    error: z.string().nullable(),
    /** Why it was refused, of the closed list of docs/errors.md; null when it was not. */
    code: z.string().nullable().optional(),
    /** The venue's own code and words; null when it was not the venue that refused, or it said nothing. */
    venue_code: z.string().nullable().optional(),
    venue_said: z.string().nullable().optional(),
    can_withdraw: z.boolean().nullable(),
    /** 'this key can withdraw; make one that cannot' */
    warning: z.string().nullable(),
    ip_restricted: z.boolean().nullable(),
    read_only: z.boolean().nullable(),
    expires_at: EpochSeconds.nullable(),
    clock_offset_ms: z.number().nullable(),
    position_mode: z.enum(['one-way', 'hedge']).nullable(),
    tested_at: EpochSeconds,
  }),
});

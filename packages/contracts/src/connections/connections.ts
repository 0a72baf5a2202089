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

/** How one venue's keys and streams stand; both documents' readings in one. */
export const ConnectionStatus = z.object({
  enabled: z.boolean(),
  api_key_configured: z.boolean(),
  api_secret_configured: z.boolean(),
  /** `abcd…wxyz`; null without a key. */
  api_key_masked: z.string().nullable(),
  /** Keys are in use and the venue's private streams are live. */
  connected: z.boolean(),
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
  summary: 'Asks the venue what the key may do. A negative answer is an answer: 200 with its result.',
  body: z.object({ exchange: VenueInput }),
  response: z.object({
    ok: z.boolean(),
    exchange: VenueName,
    spot_ok: z.boolean(),
    futures_ok: z.boolean(),
    detail: z.string(),
    error: z.string().nullable(),
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

import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { EpochSeconds, Ok } from '../shared.ts';

export const gateStatus = defineRoute({
  method: 'GET',
  path: '/api/gate/status',
  summary: 'Tells whether this browser holds a gate session.',
  response: Ok.extend({
    authenticated: z.boolean(),
    /** End of the session when authenticated, unless it is used before. */
    expires_at: EpochSeconds.nullable(),
    version: z.string(),
    market: z.enum(['sim', 'replay', 'live', 'testnet']),
    execution: z.enum(['paper', 'live']),
  }),
});

export const gateUnlock = defineRoute({
  method: 'POST',
  path: '/api/gate/unlock',
  summary: 'Opens the gate with the shared password and sets the session cookie.',
  body: z.object({
    password: z.string().trim().min(1, 'Please enter the gate password').max(512, 'must be at most 512 characters'),
  }),
  response: Ok,
});

export const gateLock = defineRoute({
  method: 'POST',
  path: '/api/gate/lock',
  summary: 'Ends this gate session.',
  body: z.object({}).optional(),
  response: Ok,
});

export const GATE_PASSWORD_MIN = 8;

export const gatePasswordSet = defineRoute({
  method: 'POST',
  path: '/api/gate/password/set',
  summary: 'Sets another gate password and ends every other gate session.',
  body: z.object({
    new_password: z
      .string()
      .trim()
      .min(1, 'Please enter a new password')
      .min(GATE_PASSWORD_MIN, 'Password must be at least 8 characters long')
      .max(512, 'must be at most 512 characters'),
    /** May be left out within five minutes after an unlock by this session, and while the password is the generated one. */
    current_password: z.string().trim().min(1, 'Please enter your current password').max(512).optional(),
  }),
  response: Ok.extend({ message: z.string(), detail: z.string(), sessions_ended: z.number() }),
});

const GateSession = z.object({
  /** Names the session; opens nothing. */
  id: z.string(),
  /** The session that asks. */
  is_current: z.boolean(),
  created_at: EpochSeconds,
  last_used_at: EpochSeconds,
  expires_at: EpochSeconds,
  address: z.string(),
});

export const listGateSessions = defineRoute({
  method: 'GET',
  path: '/api/gate/sessions',
  summary: 'Lists the open gate sessions, the one used last first.',
  response: Ok.extend({ sessions: z.array(GateSession) }),
});

export const endOtherGateSessions = defineRoute({
  method: 'POST',
  path: '/api/gate/sessions/end-others',
  summary: 'Ends every gate session but this one.',
  body: z.object({}).optional(),
  response: Ok.extend({ message: z.string(), sessions_ended: z.number() }),
});

export const endGateSession = defineRoute({
  method: 'DELETE',
  path: '/api/gate/sessions/:id',
  summary: 'Ends one gate session.',
  params: z.object({ id: z.string().regex(/^[0-9a-f]{16}$/, 'is no id of a session') }),
  response: Ok.extend({ message: z.string() }),
});

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

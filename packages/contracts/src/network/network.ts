import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { Ok } from '../shared.ts';

export const getEgressIp = defineRoute({
  method: 'GET',
  path: '/api/network/egress-ip',
  summary: 'The address venues see, for their lists of allowed addresses.',
  response: Ok.extend({
    egress_ip: z.string().nullable(),
    /** Why it is not known; null when it is. */
    reason: z.string().nullable(),
  }),
});

export const getSelfcheck = defineRoute({
  method: 'GET',
  path: '/api/selfcheck',
  summary: 'The addresses of this machine, and whether its parts answer.',
  response: Ok.extend({
    server_ip: z.string().nullable(),
    outbound_ip: z.string().nullable(),
    reason: z.string().nullable(),
    database: z.boolean(),
    engine: z.boolean(),
  }),
});

import type { FastifyInstance } from 'fastify';
import { getEgressIp } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import { serve } from '../../../serve.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET /api/network/egress-ip` */
export function addEgressIp(app: FastifyInstance, { egress }: RouteDeps): void {
  serve(app, getEgressIp, async () => {
    const { ip, reason } = await egress.ask();
    return ok({ egress_ip: ip, reason });
  });
}

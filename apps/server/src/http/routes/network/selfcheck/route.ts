import type { FastifyInstance } from 'fastify';
import { getSelfcheck } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import { ownAddress } from '../../../../access/egress-address.ts';
import { serve } from '../../../serve.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET /api/selfcheck` */
export function addSelfcheck(app: FastifyInstance, { egress, link, isDatabaseOpen }: RouteDeps): void {
  serve(app, getSelfcheck, async () => {
    const [{ ip, reason }, database] = await Promise.all([egress.ask(), isDatabaseOpen()]);
    return ok({ server_ip: ownAddress(), outbound_ip: ip, reason, database, engine: link.isConnected });
  });
}

import type { FastifyInstance } from 'fastify';
import { getTransfers } from '@riptide/contracts';
import { accountKey, ok, VENUES } from '@riptide/core/domain';
import { leadingMode } from '../../../presenters/accounts.ts';
import { presentTransfer } from '../../../presenters/transfers.ts';
import { serve } from '../../../serve.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET /api/portfolio/transfers` */
export function addTransfers(app: FastifyInstance, { link, history }: RouteDeps): void {
  serve(app, getTransfers, ({ query }) => {
    const { venue, limit, offset, mode = leadingMode(link) } = query;
    const accounts = (venue === undefined ? VENUES : [venue]).map((each) => accountKey(each, mode));
    const page = history.transfers({ accounts, limit, offset });
    if (!page.ok) return page;
    return ok({ mode, transfers: page.value.rows.map(presentTransfer), total: page.value.total });
  });
}

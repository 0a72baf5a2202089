import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { putConnection, putConnectionDoubled, type ConnectionChange } from '@riptide/contracts';
import { err, ok, type Result } from '@riptide/core/domain';
import { apiRefusal } from '../../../api-refusal.ts';
import { presentConnection } from '../../../presenters/connections.ts';
import { serve } from '../../../serve.ts';
import type { RouteError } from '../../../to-problem.ts';
import type { RouteDeps } from '../../route-deps.ts';

type Change = z.output<typeof ConnectionChange>;
type Saved = Result<{ readonly message: string; readonly warning: string | null }, RouteError>;

const KUCOIN_WARNING =
  'KuCoin issues a passphrase with every key; without it the key will most likely be refused. Test tells.';

/** `PUT /api/admin/connections`, and the doubled path of an old client. */
export function addConnectionSave(app: FastifyInstance, deps: RouteDeps): void {
  for (const route of [putConnection, putConnectionDoubled]) {
    serve(app, route, async ({ body }) => {
      const saved = await apply(deps, body);
      if (!saved.ok) return saved;
      return ok({ exchange: body.exchange, status: presentConnection(deps, body.exchange), ...saved.value });
    });
  }
}

function apply(deps: RouteDeps, body: Change): Saved | Promise<Saved> {
  if (body.api_key !== undefined || body.api_secret !== undefined) return save(deps, body);
  if (body.enabled !== undefined) return setEnabled(deps, body.exchange, body.enabled);
  return refuse({ api_key: 'is missing', api_secret: 'is missing' });
}

async function save({ connections }: RouteDeps, body: Change): Promise<Saved> {
  const { exchange, api_key: apiKey, api_secret: apiSecret } = body;
  const passphrase = body.passphrase === undefined || body.passphrase === '' ? null : body.passphrase;
  const fields: Record<string, string> = {};
  if (apiKey === undefined) fields['api_key'] = 'is missing';
  if (apiSecret === undefined) fields['api_secret'] = 'is missing';
  if (exchange === 'OKX' && passphrase === null)
    fields['passphrase'] = 'OKX issues a passphrase with every key: it is required';
  if (apiKey === undefined || apiSecret === undefined || Object.keys(fields).length > 0) return refuse(fields);
  const before = connections.rowOf(exchange)?.scopes;
  const scopes = {
    spot: body.scopes?.spot ?? before?.spot ?? true,
    futures: body.scopes?.futures ?? before?.futures ?? true,
  };
  const saved = await connections.save(exchange, {
    key: { apiKey, apiSecret, passphrase },
    scopes,
    source: 'operator',
  });
  if (!saved.ok) return err(apiRefusal('account_in_use', { text: `Nothing was saved: ${saved.error.detail}` }));
  const notYet = saved.value;
  if (body.enabled === false) await connections.setEnabled(exchange, false);
  const warnings = [
    ...(exchange === 'KUCOIN' && passphrase === null ? [KUCOIN_WARNING] : []),
    ...(notYet === null || body.enabled === false ? [] : [`Saved, not connected yet: ${notYet}`]),
  ];
  return ok({ message: `${exchange} keys saved`, warning: warnings.length === 0 ? null : warnings.join(' ') });
}

async function setEnabled({ connections }: RouteDeps, exchange: Change['exchange'], enabled: boolean): Promise<Saved> {
  const done = await connections.setEnabled(exchange, enabled);
  if (!done.ok) return done;
  return ok({ message: `${exchange} ${enabled ? 'enabled' : 'disabled'}`, warning: null });
}

function refuse(fields: Readonly<Record<string, string>>): Saved {
  const detail = Object.entries(fields)
    .map(([field, text]) => `${field}: ${text}`)
    .join('; ');
  return err(apiRefusal('invalid_input', { text: detail, fields }));
}

import type { Outcome } from './call-client.ts';
import type { Send } from './walk-access.ts';

/** Walks through keys, balances, addresses, settings, notifications and what describes the product. */
export async function walkPlatform(send: Send): Promise<void> {
  const connections = '/api/admin/connections';
  await send({ call: `GET ${connections}` });
  await send({ call: `GET ${connections}/status` });
  await send({ call: `GET ${connections}/status/legacy` });
  await send({ call: `POST ${connections}/test`, body: { exchange: 'OKX' } });
  await send({ call: 'GET /api/portfolio/balances' });
  await send({ call: 'GET /api/portfolio/performance' });
  await send({ call: 'GET /api/network/egress-ip' });
  await send({ call: 'GET /api/selfcheck' });
  await send({ call: 'GET /api/health' });
  await send({ call: 'GET /api/settings/risk' });
  await send({ call: 'PUT /api/settings/risk', body: { max_position_usd: 1_000, daily_loss_pct: 5 } });
  await send({ call: 'GET /api/settings/notifications' });
  await send({ call: 'PUT /api/settings/notifications', body: { trade_notifications: true } });
  await send({ call: 'GET /api/settings/security' });
  await send({ call: 'PUT /api/settings/security', body: { require_account_for_trading: false } });
  await send({ call: 'GET /api/notify/settings' });
  await send({ call: 'POST /api/notify/settings', body: { prefs: { min_severity: 'WARN' } } });
  await send({ call: 'POST /api/notify/test', body: { severity: 'WARN', title: 'Hello', body: 'there' } });
  await send({ call: 'GET /api/stream', url: '/api/stream?topics=prices,health' });
  for (const path of ['/api/openapi.json', '/api/docs', '/healthz', '/readyz', '/metrics'] as const)
    await send({ call: `GET ${path}`, isPatient: true });
}

/** Walks through the audit of what was done before. */
export async function walkAudit(send: Send): Promise<void> {
  for (const kind of ['trades', 'events'] as const) {
    const list = await send({ call: `GET /api/audit/${kind}`, url: `/api/audit/${kind}?since=0&limit=25&offset=0` });
    await send({ call: `GET /api/audit/${kind}/:id`, url: `/api/audit/${kind}/${firstId(list)}` });
  }
  await send({ call: 'GET /api/audit/trades/export', url: '/api/audit/trades/export?symbol=BTCUSDT' });
  await send({ call: 'GET /api/audit/stream', url: '/api/audit/stream?severity_min=INFO' });
}

/** Disables a venue both ways, pulls the kill switch and leaves. */
export async function walkOut(send: Send): Promise<void> {
  for (const call of ['PUT /api/admin/connections', 'PUT /api/api/admin/connections'] as const) {
    await send({ call, body: { exchange: 'kucoin', enabled: false } });
    await send({ call, body: { exchange: 'KUCOIN', enabled: true } });
  }
  await send({ call: 'POST /api/kill-switch', body: { level: 1, reason: 'a walk through all calls' } });
  await send({ call: 'GET /api/kill-switch' });
  await send({ call: 'POST /api/kill-switch/release', body: {} });
  await send({ call: 'POST /api/gate/lock', body: {} });
}

function firstId({ body }: Outcome): string {
  const { rows = [] } = (body ?? {}) as { readonly rows?: readonly { readonly id: unknown }[] };
  return String(rows[0]?.id ?? 1);
}

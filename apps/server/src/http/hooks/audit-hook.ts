import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sessionIdOf } from '../../access/gate-sessions.ts';
import { CALLER, type Caller } from '../../audit/caller.ts';
import { REDACTED, redactBody } from '../../audit/redact-body.ts';
import { accountSessionOf } from '../account-session.ts';
import { ASKING, callClassOf } from '../call-classes.ts';
import type { RouteDeps } from '../routes/route-deps.ts';
import { REPEATED_HEADER } from './once-hook.ts';
import { gateTokenOf, isApiPath, pathOf } from './gate-hook.ts';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Writes a row for every command of somebody behind the gate, refused ones as well, before its answer leaves; and lets the commands that
 * go on to the engine carry who gave them.
 */
export function addAuditHook(
  app: FastifyInstance,
  { audit, gate, accounts, clock }: Pick<RouteDeps, 'audit' | 'gate' | 'accounts' | 'clock'>,
): void {
  const callers = new WeakMap<FastifyRequest, Caller & { readonly startedMs: number }>();
  /** What their contract has let through. */
  const checked = new WeakSet<FastifyRequest>();
  app.addHook('onRequest', async (request) => {
    const token = gateTokenOf(request);
    if (READING.has(request.method) || !isApiPath(pathOf(request)) || gate.use(token) === null) return;
    const session = await accountSessionOf(request, accounts);
    const caller = {
      session: token === undefined ? null : sessionIdOf(token),
      account: session?.account.email ?? null,
      requestId: request.id,
    };
    callers.set(request, { ...caller, startedMs: clock.nowMs() });
  });
  app.addHook('preHandler', (request, _reply, done) => {
    const caller = callers.get(request);
    checked.add(request);
    // A question gives no command: a page that asks anew every two seconds would fill the logs with what was only asked.
    if (caller === undefined || ASKING.includes(callOf(request))) done();
    else CALLER.run(caller, done);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    if (READING.has(request.method)) return payload;
    const caller = callers.get(request);
    const path = request.routeOptions.url ?? '';
    const call = callOf(request);
    if (caller !== undefined && callClassOf(request.method, path) !== null && !ASKING.includes(call)) {
      const tookMs = clock.nowMs() - caller.startedMs;
      await audit.log.append(
        commandEntry(request, reply, {
          caller,
          call,
          tookMs,
          code: codeOf(reply, payload),
          isChecked: checked.has(request),
        }),
      );
    }
    // WHY: what the gate and the accounts told on the way is on disk before the answer says that it was done.
    await audit.log.settled();
    return payload;
  });
}

function callOf({ method, routeOptions }: FastifyRequest): string {
  return `${method} ${routeOptions.url ?? ''}`;
}

interface CommandFacts {
  readonly caller: Caller;
  readonly call: string;
  readonly tookMs: number;
  readonly code: string;
  readonly isChecked: boolean;
}

function commandEntry(
  request: FastifyRequest,
  reply: FastifyReply,
  { caller, call, tookMs, code, isChecked }: CommandFacts,
) {
  const { symbol, venues } = subjectOf(request.body);
  const status = reply.statusCode;
  const severity = status >= 500 ? ('ERROR' as const) : status >= 400 ? ('WARN' as const) : ('INFO' as const);
  const { session, account, requestId } = caller;
  const payload = {
    call,
    who: { session, account },
    request_id: requestId,
    address: request.ip,
    // WHY: where the contract has refused it, a field that is shown may hold anything: a secret in the wrong place as well.
    params: isChecked ? redactBody(request.params) : namesOf(request.params),
    body: isChecked ? redactBody(request.body ?? null) : namesOf(request.body ?? null),
    status,
    code,
    took_ms: tookMs,
    // What was answered again was not done again.
    ...(reply.hasHeader(REPEATED_HEADER) ? { is_repeat: true } : {}),
  };
  return { event: 'command', severity, symbol, venues, payload };
}

/** Returns which known fields a body has, without what is in them. */
function namesOf(body: unknown): unknown {
  const known = redactBody(body);
  if (known === null) return null;
  if (typeof known !== 'object' || Array.isArray(known)) return REDACTED;
  return Object.fromEntries(
    Object.entries(known).map(([name, value]) => [name, name === 'unknown_fields' ? (value as unknown) : REDACTED]),
  );
}

/** Returns `ok`, or the code of the problem that is answered. */
function codeOf(reply: FastifyReply, payload: unknown): string {
  if (reply.statusCode < 400) return 'ok';
  const code = typeof payload === 'string' ? /"code":"([a-z_]{1,64})"/.exec(payload)?.[1] : undefined;
  return code ?? String(reply.statusCode);
}

/** What a command is about, where its body says so in the usual fields. */
function subjectOf(body: unknown): { readonly symbol: string | null; readonly venues: readonly string[] } {
  if (typeof body !== 'object' || body === null) return { symbol: null, venues: [] };
  const { symbol, venue, venues, exchange } = body as Readonly<Record<string, unknown>>;
  const isSymbol = typeof symbol === 'string' && /^[A-Z0-9]{2,30}$/.test(symbol);
  const named = [venue, exchange, ...(Array.isArray(venues) ? (venues as unknown[]) : [])];
  return {
    symbol: isSymbol ? symbol : null,
    venues: [...new Set(named.filter((each) => typeof each === 'string' && /^[A-Z]{2,10}$/.test(each)))] as string[],
  };
}

import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as contracts from '@riptide/contracts';
import type { RouteDef } from '@riptide/contracts';
import type { Clock } from '@riptide/core/kernel';
import type { CommandKeyRepository, KeyedCommand } from '../../storage/app-db/command-key-repository.ts';
import { apiRefusal } from '../api-refusal.ts';
import { InputError } from '../input-error.ts';
import { sendProblem } from '../send-problem.ts';

const KEY_HEADER = 'idempotency-key';
/** Says in an answer that the command was carried out before, and this is what was answered then. */
export const REPEATED_HEADER = 'idempotency-replayed';
/** How long a key is known. */
export const KEY_KEPT_MS = 86_400_000;
const FORGET_EVERY_MS = 60_000;
const OTHER_COMMAND = 'This Idempotency-Key was given with another command; take a new one for each';
const OUTCOME_UNKNOWN =
  'The server stopped before this command was answered: look at the orders and positions, then give it anew';
const KEY_FORM = /^[A-Za-z0-9_-]{8,64}$/;

export interface OnceDeps {
  readonly commandKeys: CommandKeyRepository;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/** Commands that a repeat would do twice, as `METHOD /path`. */
const ONCE: ReadonlySet<string> = new Set(
  Object.values(contracts as Readonly<Record<string, unknown>>)
    .filter((value): value is RouteDef => typeof value === 'object' && value !== null && 'isOnce' in value)
    .map(({ method, path }) => `${method} ${path}`),
);

/**
 * Carries a command that came with an `Idempotency-Key` out once: whoever sends it again, because the answer was lost on the way, gets the
 * first answer. The key is on disk before the command goes on.
 *
 * @errors invalid_input for a key of another form, conflict for a key of another command, order_outcome_unknown when the server stopped
 * before it answered.
 */
export function addOnceHook(app: FastifyInstance, { commandKeys, clock }: OnceDeps): void {
  /** Commands under way here, at most as many as there are requests: repeats wait for their answer. */
  const underWay = new Map<string, Promise<void>>();
  const claims = new WeakMap<FastifyRequest, Claim>();
  let forgottenMs = Number.NEGATIVE_INFINITY;

  async function forgetOld(nowMs: number): Promise<void> {
    if (nowMs - forgottenMs < FORGET_EVERY_MS) return;
    forgottenMs = nowMs;
    await commandKeys.forgetBefore(nowMs - KEY_KEPT_MS);
  }

  app.addHook('preHandler', async (request, reply) => {
    const key = request.headers[KEY_HEADER];
    if (key === undefined || !ONCE.has(`${request.method} ${request.routeOptions.url ?? ''}`)) return undefined;
    if (typeof key !== 'string' || !KEY_FORM.test(key))
      throw new InputError({ [KEY_HEADER]: 'must be 8 to 64 letters, digits, _ or -' });
    const keyHash = sha256(key);
    for (let other = underWay.get(keyHash); other !== undefined; other = underWay.get(keyHash)) await other;
    const claim = claimOf(underWay, keyHash);
    claims.set(request, claim);
    await forgetOld(clock.nowMs());
    const commandHash = sha256(`${request.method} ${request.url}\n${JSON.stringify(request.body ?? null)}`);
    const first = await commandKeys.claim(keyHash, commandHash, clock.nowMs());
    if (first === null) return undefined;
    claims.delete(request);
    claim.release();
    return repeat(request, reply, { first, commandHash });
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const claim = claims.get(request);
    if (claim !== undefined)
      await commandKeys.answer(claim.keyHash, reply.statusCode, typeof payload === 'string' ? payload : '');
    return payload;
  });

  app.addHook('onResponse', async (request) => {
    claims.get(request)?.release();
    claims.delete(request);
  });
}

interface Claim {
  readonly keyHash: string;
  /** Lets repeats go on. */
  readonly release: () => void;
}

function claimOf(underWay: Map<string, Promise<void>>, keyHash: string): Claim {
  let resolve: () => void = () => undefined;
  underWay.set(keyHash, new Promise((done) => (resolve = done)));
  const release = (): void => {
    underWay.delete(keyHash);
    resolve();
  };
  return { keyHash, release };
}

interface Repeated {
  readonly first: KeyedCommand;
  readonly commandHash: string;
}

function repeat(request: FastifyRequest, reply: FastifyReply, { first, commandHash }: Repeated): FastifyReply {
  if (first.commandHash !== commandHash)
    return sendProblem(request, reply, apiRefusal('conflict', { text: OTHER_COMMAND }));
  if (first.status === null || first.answer === null)
    return sendProblem(request, reply, apiRefusal('order_outcome_unknown', { text: OUTCOME_UNKNOWN }));
  return reply
    .code(first.status)
    .header(REPEATED_HEADER, 'true')
    .type('application/json; charset=utf-8')
    .send(first.answer);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

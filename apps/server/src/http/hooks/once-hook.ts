import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as contracts from '@riptide/contracts';
import type { RouteDef } from '@riptide/contracts';
import type { Clock, Log } from '@riptide/core/kernel';
import type { CommandKeyRepository, KeyedCommand } from '../../storage/app-db/command-key-repository.ts';
import { apiRefusal } from '../api-refusal.ts';
import { callClassOf } from '../call-classes.ts';
import { InputError } from '../input-error.ts';
import { isUntouched, sendProblem } from '../send-problem.ts';

const KEY_HEADER = 'idempotency-key';
/** Asks what became of the command of a key, and carries nothing out: who lost its answer gives it anew with this. */
const RECALL_HEADER = 'idempotency-recall';
/** Says in an answer that the command was carried out before, and this is what was answered then. */
export const REPEATED_HEADER = 'idempotency-replayed';
/** How long a key is known. */
export const KEY_KEPT_MS = 86_400_000;
/** More than a day of commands by hand or script; the oldest go first. */
const KEYS_MAX = 100_000;
const FORGET_EVERY_MS = 60_000;
const OTHER_COMMAND = 'This Idempotency-Key was given with another command; take a new one for each';
const OUTCOME_UNKNOWN =
  'What was answered to this command is not on record: look at the orders and positions, then give it anew';
const NEVER_CAME = 'This never came to the server: nothing was done, and nothing will be done of it';
const KEY_FORM = /^[A-Za-z0-9_-]{8,64}$/;

export interface OnceDeps {
  readonly commandKeys: CommandKeyRepository;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly log: Pick<Log, 'error'>;
}

/** Commands that a repeat would do twice, as `METHOD /path`. */
const ONCE: ReadonlySet<string> = new Set(
  Object.values(contracts as Readonly<Record<string, unknown>>)
    .filter((value): value is RouteDef => typeof value === 'object' && value !== null && 'isOnce' in value)
    .map(({ method, path }) => `${method} ${path}`),
);

/**
 * Carries a command that came with an `Idempotency-Key` out once: whoever sends it again, because the answer was lost on the way, gets the
 * first answer. The key is on disk before the command goes on. A command that the engine never got leaves its key free: it may be given
 * again under it.
 *
 * @errors invalid_input for a key of another form, conflict for a key of another command, order_outcome_unknown when there is no answer on
 * record.
 */
export function addOnceHook(app: FastifyInstance, { commandKeys, clock, log }: OnceDeps): void {
  /** Commands under way here, at most as many as there are requests: repeats wait for their answer. */
  const underWay = new Map<string, Promise<void>>();
  const claims = new WeakMap<FastifyRequest, Claim>();
  let forgottenMs = Number.NEGATIVE_INFINITY;

  async function claimOnDisk(keyHash: string, request: FastifyRequest, commandHash: string) {
    const nowMs = clock.nowMs();
    try {
      if (nowMs - forgottenMs >= FORGET_EVERY_MS) {
        forgottenMs = nowMs;
        await commandKeys.forget({ beforeMs: nowMs - KEY_KEPT_MS, keep: KEYS_MAX });
      }
      return await commandKeys.claim(keyHash, commandHash, nowMs);
    } catch (e) {
      log.error('the key of a command was not stored', { requestId: request.id, detail: String(e) });
      if (isSafety(request)) return null;
      throw e;
    }
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
    const commandHash = sha256(`${request.method} ${request.url}\n${JSON.stringify(request.body ?? null)}`);
    if (request.headers[RECALL_HEADER] !== undefined) {
      const recalled = await commandKeys.claim(keyHash, commandHash, clock.nowMs());
      if (recalled !== null) return repeat(request, reply, { first: recalled, commandHash });
      claim.isOurs = true;
      return sendProblem(request, reply, apiRefusal('conflict', { text: NEVER_CAME }));
    }
    const first = await claimOnDisk(keyHash, request, commandHash);
    if (first === null || (isSafety(request) && first.commandHash === commandHash && first.status === null)) {
      claim.isOurs = true;
      return undefined;
    }
    return repeat(request, reply, { first, commandHash });
  });

  async function keepAnswer(reply: FastifyReply, { keyHash, isOurs }: Claim, payload: unknown): Promise<void> {
    if (!isOurs) return;
    try {
      if (isUntouched(reply)) await commandKeys.free(keyHash);
      else await commandKeys.answer(keyHash, reply.statusCode, typeof payload === 'string' ? payload : '');
    } catch (e) {
      // The command is done: whoever gave it gets its answer. A repeat is told that there is none on record.
      log.error('the answer to a command with a key was not stored', { detail: String(e) });
    }
  }

  // WHY: not when the answer has left: on a broken connection it never does, and repeats would wait for ever.
  app.addHook('onSend', async (request, reply, payload) => {
    const claim = claims.get(request);
    if (claim === undefined) return payload;
    claims.delete(request);
    await keepAnswer(reply, claim, payload);
    claim.release();
    return payload;
  });
}

interface Claim {
  readonly keyHash: string;
  /** The key was free, and the answer to this request is kept for it. */
  isOurs: boolean;
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
  return { keyHash, isOurs: false, release };
}

interface Repeated {
  readonly first: KeyedCommand;
  readonly commandHash: string;
}

function repeat(request: FastifyRequest, reply: FastifyReply, { first, commandHash }: Repeated): FastifyReply {
  const { status, answer } = first;
  if (first.commandHash !== commandHash)
    return sendProblem(request, reply, apiRefusal('conflict', { text: OTHER_COMMAND }));
  if (status === null || answer === null)
    return sendProblem(request, reply, apiRefusal('order_outcome_unknown', { text: OUTCOME_UNKNOWN }));
  return reply.code(status).header(REPEATED_HEADER, 'true').type('application/json; charset=utf-8').send(answer);
}

/** What closes or stops waits for no disk and no doubt: done twice it does no more than once. */
function isSafety({ method, routeOptions }: FastifyRequest): boolean {
  return callClassOf(method, routeOptions.url ?? '') === 'safety';
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

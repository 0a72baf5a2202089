import type { FastifyInstance } from 'fastify';
import { testNotification } from '@riptide/contracts';
import { err, ok } from '@riptide/core/domain';
import { sendTest } from '../../../../notify/send-test.ts';
import { apiRefusal } from '../../../api-refusal.ts';
import { serve } from '../../../serve.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** Tests leave the machine: so many in a minute are enough. */
const TESTS_MAX = 10;
const WINDOW_MS = 60_000;

/** `POST /api/notify/test` */
export function addNotifyTest(app: FastifyInstance, { notifier, clock }: RouteDeps): void {
  const times: number[] = [];
  serve(app, testNotification, async ({ body, request }) => {
    const nowMs = clock.nowMs();
    while (times[0] !== undefined && times[0] <= nowMs - WINDOW_MS) times.shift();
    if (times.length >= TESTS_MAX)
      return err(apiRefusal('too_many_tries', { retryAfterMs: (times[0] ?? nowMs) + WINDOW_MS - nowMs }));
    times.push(nowMs);
    const results = await sendTest(notifier, { ...body, id: request.id }, clock);
    notifier.audit('notify_test', {
      results: results.map(({ channel, outcome }) => `${channel}:${outcome}`).join(','),
    });
    return ok({
      results: results.map(({ tookMs, ...result }) => ({ ...result, took_ms: tookMs })),
      ts: nowMs / 1_000,
    });
  });
}

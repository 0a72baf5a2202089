import type { FastifyInstance } from 'fastify';
import { getRetention, putRetention } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import { toEpochSecondsOrNull } from '../../../presenters/numbers.ts';
import { serve } from '../../../serve.ts';
import { settingCallerOf } from '../../../setting-caller.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET` and `PUT /api/settings/retention` */
export function addRetention(app: FastifyInstance, { settings, accounts }: RouteDeps): void {
  const shown = () => {
    const { value, savedMs } = settings.retention;
    return { settings: value, saved_at: toEpochSecondsOrNull(savedMs) };
  };
  serve(app, getRetention, () => ok(shown()));
  serve(app, putRetention, async ({ body, request }) => {
    await settings.changeRetention(body, await settingCallerOf(request, accounts));
    return ok({ ...shown(), message: 'Retention saved' });
  });
}

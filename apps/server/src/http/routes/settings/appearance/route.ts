import type { FastifyInstance } from 'fastify';
import { getAppearance, putAppearance } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import { toEpochSecondsOrNull } from '../../../presenters/numbers.ts';
import { serve } from '../../../serve.ts';
import { settingCallerOf } from '../../../setting-caller.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET` and `PUT /api/settings/appearance` */
export function addAppearance(app: FastifyInstance, { settings, accounts }: RouteDeps): void {
  const shown = () => {
    const { value, savedMs } = settings.appearance;
    return { settings: value, saved_at: toEpochSecondsOrNull(savedMs) };
  };
  serve(app, getAppearance, () => ok(shown()));
  serve(app, putAppearance, async ({ body, request }) => {
    await settings.changeAppearance(body, await settingCallerOf(request, accounts));
    return ok({ ...shown(), message: 'Appearance saved' });
  });
}

import type { FastifyInstance } from 'fastify';
import { getVerdicts, overrideVerdict, withdrawOverride } from '@riptide/contracts';
import { err, ok, plural, type SnipingEngine, type Verdict } from '@riptide/core/domain';
import type { LabCard } from '@riptide/core/lab';
import { apiRefusal } from '../../../api-refusal.ts';
import { fieldRefusal } from '../../../field-refusal.ts';
import { coreEngine, ENGINE_TITLES, wireEngine } from '../../../presenters/engines.ts';
import { presentVerdict } from '../../../presenters/lab.ts';
import { toEpochSeconds } from '../../../presenters/numbers.ts';
import { serve } from '../../../serve.ts';
import { BY_API, callEngines } from '../../../trading-calls.ts';
import type { RouteDeps } from '../../route-deps.ts';

const TIMEOUT_MS = 5_000;

/** `GET /api/lab/verdicts`, `POST` and `DELETE /api/lab/override` */
export function addVerdicts(app: FastifyInstance, { link, clock }: RouteDeps): void {
  serve(app, getVerdicts, async () => {
    const sniping = link.values('sniping').get('state');
    if (!link.isConnected || sniping === undefined) return err(apiRefusal('engine_unavailable'));
    const listed = await link.send('lab-jobs', {}, TIMEOUT_MS);
    const cards = listed.ok ? listed.value.jobs.flatMap(({ outcome }) => (outcome === null ? [] : [outcome.card])) : [];
    return ok({
      verdicts: newest([...sniping.verdicts, ...cards]).map((verdict) => presentVerdict(link, verdict)),
      overrides: sniping.overrides.map(({ subject, by, atMs, expiresMs }) => ({
        subject: wireEngine(subject as SnipingEngine),
        by,
        at: toEpochSeconds(atMs),
        expires_at: toEpochSeconds(expiresMs),
        active: clock.nowMs() < expiresMs,
      })),
    });
  });
  serve(app, overrideVerdict, async ({ body: { subject, phrase, days } }) => {
    const engine = coreEngine(subject);
    const done = await callEngines(link, 'verdict-override', { subject: engine, phrase, days, by: BY_API });
    if (!done.ok) return err(fieldRefusal(done.error));
    const message = `${ENGINE_TITLES[engine]} may trade live without a verdict for ${plural(days, 'day')}`;
    return ok({ subject, verdict: done.value.verdict, message });
  });
  serve(app, withdrawOverride, async ({ body: { subject } }) => {
    const engine = coreEngine(subject);
    const done = await callEngines(link, 'verdict-override-end', { subject: engine, by: BY_API });
    if (!done.ok) return err(fieldRefusal(done.error));
    const { view, isAlready } = done.value;
    const message = `${ENGINE_TITLES[engine]} ${isAlready ? 'had no word' : 'has no word any more'} to trade live without a verdict`;
    return ok({ subject, already_ended: isAlready, verdict: view.verdict, message });
  });
}

/** Of every subject the newest; the whole card where records and lab tell of the same verdict. */
function newest(verdicts: readonly (Verdict & Partial<LabCard>)[]): readonly (Verdict & Partial<LabCard>)[] {
  const bySubject = new Map<string, Verdict & Partial<LabCard>>();
  for (const verdict of verdicts) {
    const known = bySubject.get(verdict.subject);
    if (known === undefined || known.madeMs <= verdict.madeMs) bySubject.set(verdict.subject, verdict);
  }
  return [...bySubject.values()].sort((a, b) => b.madeMs - a.madeMs);
}

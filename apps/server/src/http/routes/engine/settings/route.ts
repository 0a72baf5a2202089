import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { getEngineSettings, putEngineSettings, type EngineSettings, type RiskLevelFigures } from '@riptide/contracts';
import { err, ok } from '@riptide/core/domain';
import type { EngineView } from '@riptide/core/engine';
import { effectiveNumbers, PAS_RISK_LEVELS } from '@riptide/core/strategies';
import { apiRefusal, type ApiRefusal } from '../../../api-refusal.ts';
import { fieldRefusal } from '../../../field-refusal.ts';
import { coreEngine, readyEngines, wireEngine } from '../../../presenters/engines.ts';
import { withCoreNames, withWireNames } from '../../../presenters/wire-names.ts';
import { serve } from '../../../serve.ts';
import { symbolRefusal } from '../../../symbol-refusal.ts';
import { BY_API, callEngines } from '../../../trading-calls.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET` and `PUT /api/trading/engine/:engine/settings` */
export function addEngineSettings(app: FastifyInstance, { link }: RouteDeps): void {
  serve(app, getEngineSettings, ({ params }) => {
    const engines = readyEngines(link);
    if (!engines.ok) return engines;
    return ok(present(params.engine === 'oraculis' ? engines.value.oraculis : engines.value.pasTrader));
  });
  serve(app, putEngineSettings, async ({ params, body }) => {
    const engine = coreEngine(params.engine);
    const engines = readyEngines(link);
    if (!engines.ok) return engines;
    const view = engine === 'oraculis' ? engines.value.oraculis : engines.value.pasTrader;
    if (view.isRunning) return err(lockedSettings(body));
    const { venue, symbols, auto_pick: autoPick } = body;
    const refusal = symbolRefusal(link, view.settings, { venue, symbols, autoPick });
    if (refusal !== null) return err(refusal);
    const set = await callEngines(link, 'set-engine-settings', { engine, value: withCoreNames(body), by: BY_API });
    return set.ok ? ok(present(set.value.view)) : err(fieldRefusal(set.error));
  });
}

function lockedSettings(body: object): ApiRefusal {
  const names = Object.keys(body);
  return apiRefusal('engine_running', {
    detail: `Stop the engine first, then change ${names.join(', ')}`,
    fields: Object.fromEntries(names.map((name) => [name, 'is locked while the engine runs'])),
  });
}

function present({ engine, settings, settingsHash }: EngineView) {
  return {
    engine: wireEngine(engine),
    settings: withWireNames(settings) as z.input<typeof EngineSettings>,
    settings_hash: settingsHash,
    risk_levels: riskLevels(settings),
  };
}

function riskLevels(settings: EngineView['settings']) {
  const rows = PAS_RISK_LEVELS.map((riskLevel) => [
    riskLevel,
    withWireNames(effectiveNumbers({ ...settings, riskLevel })) as z.input<typeof RiskLevelFigures>,
  ]);
  return Object.fromEntries(rows) as Record<(typeof PAS_RISK_LEVELS)[number], z.input<typeof RiskLevelFigures>>;
}

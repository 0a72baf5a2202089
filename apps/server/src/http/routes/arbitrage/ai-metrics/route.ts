import type { FastifyInstance } from 'fastify';
import { getArbitrageAiMetrics } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import { presentArbLearner } from '../../../presenters/arb-learner.ts';
import { arbitrageView } from '../../../presenters/arbitrage.ts';
import { momentOf } from '../../../presenters/moment.ts';
import { known, roundedOrNull } from '../../../presenters/numbers.ts';
import { presentMetrics, presentScanner } from '../../../presenters/scanner.ts';
import { serve } from '../../../serve.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET /api/arbitrage/ai-metrics` */
export function addArbitrageAiMetrics(app: FastifyInstance, deps: RouteDeps): void {
  const { link } = deps;
  serve(app, getArbitrageAiMetrics, () => {
    const state = presentScanner(link, momentOf(deps));
    const { ai_enabled, confidence_threshold } = state.session;
    const sure = [...link.values('opportunity').values()].flatMap(({ confidence }) => known(confidence) ?? []);
    const mean = sure.length === 0 ? null : sure.reduce((sum, value) => sum + value, 0) / sure.length;
    return ok({
      metrics: {
        ...presentArbLearner(arbitrageView(link)?.learner),
        ai_enabled,
        confidence_threshold,
        pairs: state.pairs,
        opportunities: sure.length,
        confident: sure.filter((confidence) => confidence >= confidence_threshold).length,
        mean_confidence: roundedOrNull(mean, 4),
        opportunities_found: presentMetrics(link).opportunities_found,
        best_entry_net_bps: state.best_entry_net_bps,
      },
    });
  });
}

import { ok, type DomainError, type Result } from '@riptide/core/domain';
import { buildCarryPlan, buildTriangle, buildWhyNot } from '../link/arbitrage-answers.fixture.ts';
import {
  buildArbitrage,
  buildArbLearner,
  buildArbPlan,
  buildArbTrade,
  buildRound,
} from '../link/arbitrage-values.fixture.ts';
import { buildOpportunity } from '../link/link-values.fixture.ts';
import type { TestApp } from './start-test-app.fixture.ts';

/** Fills the engine of a test with an arbitrage engine that has traded. */
export function fillTestArbitrage({ link }: TestApp): void {
  link.update(['arbitrage', 'state', buildArbitrage()]);
}

const ANSWERS: Readonly<Record<string, () => unknown>> = {
  'arb-preview': () => buildArbPlan(),
  'arb-execute': () => ({ trade: buildArbTrade() }),
  'arb-close': () => ({ trade: buildArbTrade({ state: 'exiting', phase: 'exit', reason: 'operator' }) }),
  'arb-flatten': () => ({ trade: buildArbTrade({ state: 'certified' }) }),
  'arb-settings': () => buildArbitrage().settings,
  'arb-why-not': () => buildWhyNot(),
  'arb-checks': () => ({
    rows: [{ opportunityId: buildOpportunity().id, passed: 21, total: 23, nearestMiss: 'entry-net' }],
  }),
  'arb-query': () => ({ trades: [buildArbTrade()], total: 1 }),
  'arb-learner': () => buildArbLearner({ isFrozen: true }),
  triangular: () => ({ triangles: [buildTriangle({ id: 'x', netBps: -40 }), buildTriangle()], reason: null }),
  'carry-plan': () => buildCarryPlan(),
  'carry-execute': () => ({ round: buildRound({ state: 'opening' }), trade: buildArbTrade({ source: 'carry' }) }),
  'carry-close': () => ({ round: buildRound({ state: 'closing' }) }),
  'list-symbols': () => ({ symbols: [], venues: [] }),
  'watched-symbols': () => ({ watched: [], followed: [], watchedMax: 140 }),
};

/** Answers the calls of the arbitrage engine as one that has seen something. */
export function answerArbitrageCall(name: string): Result<unknown, DomainError> {
  return ok(ANSWERS[name]?.() ?? {});
}

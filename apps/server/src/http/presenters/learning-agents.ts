import type { Health } from '@riptide/contracts';
import type { EngineLink } from '../../link/engine-link.ts';
import { arbitrageView } from './arbitrage.ts';

type LearningAgents = Health['learning_agents'];
type LearningAgent = LearningAgents['oraculis'];

/** Returns which agents run and learn, each with the reason why it does not. */
export function presentLearningAgents(link: EngineLink): LearningAgents {
  if (!link.isConnected) {
    const silent = { running: false, reason: 'The engine does not answer' };
    return { oraculis: silent, arbitrage: silent };
  }
  return { oraculis: oraculisAgent(link), arbitrage: arbitrageAgent(link) };
}

function oraculisAgent(link: EngineLink): LearningAgent {
  const run = link.values('engine-run').get('oraculis');
  if (run === undefined) return { running: false, reason: 'The engine has not told of Oraculis yet' };
  if (run.isRunning) return { running: true, reason: null };
  return { running: false, reason: run.sinceMs === null ? 'Never started' : `Stopped: ${run.reason}` };
}

function arbitrageAgent(link: EngineLink): LearningAgent {
  const view = arbitrageView(link);
  if (view === null) return { running: false, reason: 'The engine has not told of its arbitrages yet' };
  const { learner, settings } = view;
  if (!settings.isLearning) return { running: false, reason: 'Learning is switched off in the arbitrage settings' };
  if (!learner.isRunning) return { running: false, reason: 'The scanner is stopped' };
  return { running: true, reason: learner.isFrozen ? 'Frozen: it predicts and learns nothing more' : null };
}

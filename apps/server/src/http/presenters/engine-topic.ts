import type { z } from 'zod';
import type { StreamPayloads } from '@riptide/contracts';
import type { EngineLink } from '../../link/engine-link.ts';
import { presentDecision } from './decisions.ts';
import { presentEngine, wireEngine } from './engines.ts';
import { presentCandidates } from './radar.ts';
import { presentSnipe } from './snipes.ts';
import { presentTrailingOrders } from './trailing.ts';

/** Returns what the stream topic `engine` carries, whole. */
export function presentEngineTopic(link: EngineLink): z.input<typeof StreamPayloads.engine> {
  const engines = [...link.values('engine-run').values()].map((view) => [
    wireEngine(view.engine),
    presentEngine(link, view),
  ]);
  return {
    engines: Object.fromEntries(engines),
    candidates: presentCandidates(link),
    decisions: [...link.values('decision').values()].sort((a, b) => b.atMs - a.atMs).map(presentDecision),
    snipes: [...link.values('snipe').values()].sort((a, b) => b.startedMs - a.startedMs).map(presentSnipe),
    trailing_orders: presentTrailingOrders(link),
  };
}

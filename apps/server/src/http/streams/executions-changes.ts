import type { z } from 'zod';
import type { StreamPayloads } from '@riptide/contracts';
import type { EngineLink } from '../../link/engine-link.ts';
import { arbitrageView } from '../presenters/arbitrage.ts';
import { presentRound } from '../presenters/carry.ts';
import { presentExecution } from '../presenters/executions.ts';

type Payload = z.input<typeof StreamPayloads.executions>;

/** Returns every arbitrage and carry round the engine shows. */
export function presentExecutionsTopic(link: EngineLink): Payload {
  const view = arbitrageView(link);
  return {
    executions: (view?.trades ?? []).map(presentExecution),
    rounds: (view?.rounds ?? []).map(presentRound),
    removed: [],
  };
}

/** Finds what changed of the arbitrages and rounds since it was told last: the list is long, changes are few. */
export class ExecutionsChanges {
  private readonly told = new Map<string, string>();

  forget(): void {
    this.told.clear();
  }

  /** Returns what is new since the last call; null when nothing is. */
  take(whole: Payload): Payload | null {
    const seen = new Set<string>();
    const isNews = (item: { readonly id: string }): boolean => {
      seen.add(item.id);
      const text = JSON.stringify(item);
      if (this.told.get(item.id) === text) return false;
      this.told.set(item.id, text);
      return true;
    };
    const executions = whole.executions.filter(isNews);
    const rounds = whole.rounds.filter(isNews);
    const removed = [...this.told.keys()].filter((id) => !seen.has(id));
    for (const id of removed) this.told.delete(id);
    return executions.length + rounds.length + removed.length === 0 ? null : { executions, rounds, removed };
  }
}

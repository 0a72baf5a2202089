import { ApiProblem, isOutcomeUnknown } from '../../../lib/api-problem.ts';
import type { Engines } from './use-engine-status.ts';

export type Verb = 'start' | 'stop';

/** Whether each engine runs. */
export type Running = Readonly<Record<keyof Engines, Pick<Engines['pas_trader'], 'running'>>>;

/** In the order in which they are started and stopped. */
export const STEPS = [
  { engine: 'pas_trader', title: 'PAS Trader' },
  { engine: 'oraculis', title: 'Oraculis' },
] as const;

export const VERB_LABELS: Readonly<Record<Verb, string>> = { start: 'Start All', stop: 'Stop All' };

/** Gives which step is being done: the first engine that is not yet as wanted; the last one while all are. */
export function stepOf(verb: Verb, engines: Running | undefined): number {
  const at = STEPS.findIndex(({ engine }) => engines?.[engine].running !== (verb === 'start'));
  return at === -1 ? STEPS.length : at + 1;
}

/** Tells whether both engines stand as a sequence wants them. */
export function areAllAt(verb: Verb, engines: Running): boolean {
  return STEPS.every(({ engine }) => engines[engine].running === (verb === 'start'));
}

/** Tells whether the same engines run. */
export function areAlike(one: Running, other: Running): boolean {
  return STEPS.every(({ engine }) => one[engine].running === other[engine].running);
}

/** Writes a step, e.g. `1 of 2 PAS Trader`. */
export function wordStep(step: number): string {
  return `${step} of ${STEPS.length} ${STEPS[step - 1]?.title ?? ''}`;
}

/** Says what came of starting or stopping one engine that was not answered as done. */
export function wordRefused(verb: Verb, title: string, error: unknown): string {
  return isOutcomeUnknown(error) ? `${title}: the answer to ${verb} was lost` : `Failed to ${verb} ${title}`;
}

/** Says where a sequence ended that did not get to its end, from how the engines stand afterwards. */
export function wordBreak(verb: Verb, engines: Running | undefined, error: unknown): string {
  const label = VERB_LABELS[verb];
  if (error instanceof ApiProblem && error.facts.code === 'venue_not_ready') return `${label} began nothing`;
  if (engines === undefined || STEPS.some(({ engine }) => engines[engine].running === null)) {
    return `${label} broke off; it is not known which engine runs`;
  }
  const isDone = ({ engine }: (typeof STEPS)[number]): boolean => engines[engine].running === (verb === 'start');
  const done = verb === 'start' ? 'started' : 'stopped';
  const [first, second] = STEPS;
  if (areAllAt(verb, engines)) return `${label}: the answer was lost, both engines are ${done}`;
  if (isOutcomeUnknown(error)) return `${label}: the answer was lost; it may be going on`;
  if (!isDone(first)) return `${label} ended at ${wordStep(1)}: ${second.title} was not ${done}`;
  return `${label} ended at ${wordStep(2)}: ${first.title} is ${done}, ${second.title} is not`;
}

/** Says what to do about a refused start or stop; null where the server's words say it. */
export function wordRemedy(error: unknown): string | null {
  if (!(error instanceof ApiProblem)) return null;
  switch (error.facts.code) {
    case 'venue_not_ready':
      return 'Test the connection of its venue under API Keys, then start again.';
    case 'kill_switch':
      return 'Release the kill switch first.';
    case 'network':
    case 'timeout':
    case 'order_outcome_unknown':
    case 'engine_busy':
    case 'engine_unavailable':
      return 'Look at the state of both engines before you try again.';
    default:
      return null;
  }
}

import { err, type Result, type SnipingEngine, type Venue } from '@riptide/core/domain';
import type { EngineAnswer } from '@riptide/core/engine';
import { apiRefusal, type ApiRefusal } from './api-refusal.ts';
import { fieldRefusal } from './field-refusal.ts';
import { ENGINE_TITLES } from './presenters/engines.ts';
import { venueUnreadiness, type ReadinessSources } from './presenters/venue-readiness.ts';
import type { RouteError } from './to-problem.ts';
import { BY_API, callEngines } from './trading-calls.ts';

/** Returns the refusal of a start on a venue that is not connected, has no keys or may not trade futures; null when it is ready. */
export function unreadyVenue(sources: ReadinessSources, venue: Venue): ApiRefusal | null {
  const reason = venueUnreadiness(sources, venue);
  return reason === null ? null : apiRefusal('venue_not_ready', { detail: `${venue}: ${reason}` });
}

/** Starts an engine, with changed settings where some are given. */
export async function startSnipingEngine(
  { link }: Pick<ReadinessSources, 'link'>,
  engine: SnipingEngine,
  settings: Readonly<Record<string, unknown>>,
): Promise<Result<EngineAnswer, RouteError>> {
  const given = Object.keys(settings).length === 0 ? {} : { settings };
  const started = await callEngines(link, 'start-engine', { engine, by: BY_API, ...given });
  return started.ok ? started : err(fieldRefusal(started.error));
}

/** Says what a start or stop did, in words. */
export function engineMessage({ engine, isAlready }: EngineAnswer, verb: 'started' | 'stopped'): string {
  const standing = verb === 'started' ? 'running' : 'stopped';
  return isAlready ? `${ENGINE_TITLES[engine]} is already ${standing}` : `${ENGINE_TITLES[engine]} ${verb}`;
}

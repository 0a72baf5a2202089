import { err, ok, type Result } from '@riptide/core/domain';
import type { FlightAnswer, FlightQuestion, FoundMoment, FoundSteps } from '../../../flight/flight-question.ts';
import { apiRefusal } from '../../api-refusal.ts';
import type { RouteError } from '../../to-problem.ts';
import type { RouteDeps } from '../route-deps.ts';

const RETRY_MS = 1_000;
type Found<Q extends FlightQuestion> = Q['kind'] extends 'moment' ? FoundMoment : FoundSteps;

/** Has a question about the past answered; what can't be is told by its code. */
export async function askFlight<Q extends FlightQuestion>(
  flight: RouteDeps['flight'],
  question: Q,
): Promise<Result<Found<Q>, RouteError>> {
  const asked = await flight.ask(question);
  if (!asked.ok) {
    const { kind, detail } = asked.error;
    if (kind === 'busy') return err(apiRefusal('flight_busy', { detail, retryAfterMs: RETRY_MS }));
    return err(
      apiRefusal('flight_busy', { text: 'The moment could not be rebuilt, please try again', retryAfterMs: RETRY_MS }),
    );
  }
  const answer = asked.value as FlightAnswer<Found<Q>>;
  if (answer.ok) return ok(answer.value);
  return err(apiRefusal(answer.reason === 'gone' ? 'moment_gone' : 'moment_unknown'));
}

import { domainError, err, type DomainError, type Result } from '@riptide/core/domain';
import type { Clock } from '@riptide/core/kernel';

/**
 * Runs a request to a venue with a timeout of its own and turns a throw into an error, so that one venue can't stop the others.
 *
 * @errors VENUE_TIMEOUT after `timeoutMs`, VENUE_ANSWER_MALFORMED when the request throws; otherwise its own.
 */
export async function answerWithin<T>(
  timeoutMs: number,
  clock: Clock,
  ask: () => Promise<Result<T, DomainError>>,
): Promise<Result<T, DomainError>> {
  let giveUp: (result: Result<T, DomainError>) => void = () => undefined;
  const late = new Promise<Result<T, DomainError>>((resolve) => (giveUp = resolve));
  const timer = clock.after(timeoutMs, () => giveUp(err(domainError('VENUE_TIMEOUT', `timeoutMs=${timeoutMs}`))));
  try {
    return await Promise.race([ask(), late]);
  } catch (error) {
    return err(domainError('VENUE_ANSWER_MALFORMED', error instanceof Error ? error.message : String(error)));
  } finally {
    timer.cancel();
  }
}

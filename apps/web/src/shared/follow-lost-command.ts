import { ApiProblem } from '../lib/api-problem.ts';
import type { BrowserClock } from '../lib/browser-clock.ts';
import { isAnswerLost } from '../lib/keyed-command.ts';

/** Between the askings; the last one as long as the server may be away for a new start. */
const WAITS_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000, 60_000];

/** What became of a command whose answer was lost. */
export type LostCommand =
  | { readonly kind: 'done'; readonly answer: unknown }
  /** By the server's own words: refused, or never come; also that nothing is on record. */
  | { readonly kind: 'answered'; readonly problem: ApiProblem }
  | { readonly kind: 'not-found-out' };

/** Asks what became of a command until the server says so, at most for three minutes. */
export async function followLostCommand(
  recall: () => Promise<unknown>,
  clock: Pick<BrowserClock, 'after'>,
): Promise<LostCommand> {
  for (const waitMs of WAITS_MS) {
    await new Promise<void>((resolve) => clock.after(waitMs, resolve));
    try {
      return { kind: 'done', answer: await recall() };
    } catch (e) {
      if (!(e instanceof ApiProblem)) throw e;
      if (!isAnswerLost(e) && !isLater(e)) return { kind: 'answered', problem: e };
    }
  }
  return { kind: 'not-found-out' };
}

/** Nothing is said of the command itself: the server starts or is broken, is asked too often, or wants the gate or a login first. */
const LATER: ReadonlySet<ApiProblem['facts']['code']> = new Set([
  'not_ready',
  'internal_error',
  'too_many_tries',
  'gate-locked',
  'account_required',
]);

function isLater({ facts: { code } }: ApiProblem): boolean {
  return LATER.has(code);
}

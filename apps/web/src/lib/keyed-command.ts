import { ApiProblem } from './api-problem.ts';

/** How a command that is done once is asked. */
export interface KeyedAsking {
  readonly key: string;
  /** `recall`: nothing is carried out, what became of it is told. */
  readonly kind: 'first' | 'again' | 'recall';
}

const MAYBE_DONE = 'No answer came: this may have been done, and is being checked';

/**
 * Carries a command out once, by a key of one press of a button: asked again after a lost answer, the server does it once and answers the same.
 *
 * @errors order_outcome_unknown with a way to recall the answer, where both were lost; else what was answered.
 */
export async function doOnce<T>(ask: (how: KeyedAsking) => Promise<T>): Promise<T> {
  const key = newKey();
  const recall = (): Promise<T> => ask({ key, kind: 'recall' });
  try {
    return await ask({ key, kind: 'first' });
  } catch (e) {
    if (!isAnswerLost(e)) throw e;
  }
  try {
    return await ask({ key, kind: 'again' });
  } catch (e) {
    if (!isAnswerLost(e)) throw e;
    throw new ApiProblem({ ...e.facts, code: 'order_outcome_unknown', text: MAYBE_DONE, detail: e.facts.text, recall });
  }
}

/** Tells a call whose answer was lost on the way, by whoever stood between, from one that was answered. */
export function isAnswerLost(error: unknown): error is ApiProblem {
  if (!(error instanceof ApiProblem)) return false;
  const { code } = error.facts;
  return code === 'network' || code === 'timeout' || code === 'non-json-response';
}

/** Of 128 random bits; there is no `randomUUID` where a page came over plain http. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

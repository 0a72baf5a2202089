import type { HttpAnswer } from './http-post.ts';
import { retryAfterMs } from './http-post.ts';
import type { SendFault } from './channel.ts';

/** Returns why an answer that is not 2xx means that nothing was sent: what the receiver refuses stays refused, but for 408, 425 and 429. */
export function answerFault(answer: HttpAnswer, said: string | null): SendFault {
  const { status } = answer;
  const isPassing = status >= 500 || status === 408 || status === 425 || status === 429;
  const text = said === null ? '' : `: ${said.replace(/\s+/g, ' ').slice(0, 200)}`;
  return { isFinal: !isPassing, detail: `answered ${status}${text}`, retryAfterMs: retryAfterMs(answer.headers) };
}

/** Returns a fault of the way there: it may pass. */
export function wayFault(detail: string): SendFault {
  return { isFinal: false, detail, retryAfterMs: null };
}

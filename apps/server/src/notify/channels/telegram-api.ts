import { err, ok, type Result } from '@riptide/core/domain';
import { answerFault, wayFault } from './answer-fault.ts';
import type { SendFault } from './channel.ts';
import { httpPost, type HttpAnswer } from './http-post.ts';

const TIMEOUT_MS = 10_000;

export interface TelegramApiOptions {
  /** `https://api.telegram.org`, or a server of one's own. */
  readonly baseUrl: string;
  /** The bot's token; null while there is none. */
  token(): string | null;
}

/** Calls of the Telegram Bot API. The token stands in the address, which is why no fault repeats one. Source: core.telegram.org/bots/api. */
export class TelegramApi {
  private readonly options: TelegramApiOptions;

  constructor(options: TelegramApiOptions) {
    this.options = options;
  }

  get hasToken(): boolean {
    return this.options.token() !== null;
  }

  /** Returns `result` of the answer. `signal` ends a call that waits; `waitMs` is how long the call itself waits at Telegram. */
  async call(
    method: string,
    fields: Readonly<Record<string, unknown>>,
    wait: { readonly waitMs: number; readonly signal: AbortSignal } | null = null,
  ): Promise<Result<unknown, SendFault>> {
    const token = this.options.token();
    if (token === null) return err({ ...wayFault('no token'), isFinal: true });
    const sent = await httpPost({
      url: new URL(`/bot${token}/${method}`, this.options.baseUrl),
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fields),
      timeoutMs: TIMEOUT_MS + (wait?.waitMs ?? 0),
      ...(wait === null ? {} : { signal: wait.signal }),
    });
    if (!sent.ok) return err(wayFault(sent.error));
    const answer = parsed(sent.value);
    if (answer === null) return err(wayFault(`answered ${sent.value.status} without JSON`));
    if (sent.value.status === 200 && answer.ok === true) return ok(answer.result);
    const fault = answerFault(sent.value, answer.description?.replaceAll(token, '…') ?? null);
    const seconds = answer.parameters?.retry_after;
    return err(typeof seconds === 'number' ? { ...fault, retryAfterMs: Math.min(seconds, 3_600) * 1_000 } : fault);
  }
}

interface TelegramAnswer {
  readonly ok?: boolean;
  readonly result?: unknown;
  readonly description?: string;
  readonly parameters?: { readonly retry_after?: number };
}

function parsed({ text }: HttpAnswer): TelegramAnswer | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : null;
  } catch (e) {
    if (e instanceof SyntaxError) return null;
    throw e;
  }
}

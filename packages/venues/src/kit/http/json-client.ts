import { Agent } from 'undici';
import { domainError, err, ok, type DomainError, type Result } from '@riptide/core/domain';
import { backoffMs } from '../backoff.ts';
import { pause } from '../pause.ts';
import type { VenueDeps } from '../deps.ts';
import { parseJson, readBounded, transportCause } from './read-answer.ts';
import type { WeightBudget } from './weight-budget.ts';

/** What came back, before a venue reads it. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
}

/** How one venue tells success from failure. Returns null when the answer is fine. */
export type AnswerCheck = (answer: HttpAnswer) => DomainError | null;

export interface JsonClientOptions {
  readonly deps: VenueDeps;
  readonly check: AnswerCheck;
  readonly budget: WeightBudget;
  /** Weight that the venue says is left in its window, a reserve taken off; null where the answer does not tell. */
  readonly weightLeft?: (answer: Pick<HttpAnswer, 'headers'>) => number | null;
  /** Sent with every request, e.g. OKX's mark of the demo environment. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface GetRequest {
  /** Whole address, query included. */
  readonly url: string;
  /** Weight by the venue's own counting. */
  readonly weight: number;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 5_000;
const TRIES = 3;
const BODY_BYTES_MAX = 64 << 20;
const BACKOFF = { firstMs: 250, maxMs: 5_000 } as const;
const RETRYABLE: ReadonlySet<string> = new Set(['VENUE_UNREACHABLE', 'VENUE_TIMEOUT', 'VENUE_BUSY']);

/**
 * Reads JSON over HTTP: timeout on every try, at most three tries with back-off for what may pass, Retry-After obeyed by the
 * weight budget, answers bounded. Only for reads; orders never retry.
 */
export class JsonClient {
  private readonly options: JsonClientOptions;
  private readonly agent: Agent;
  private readonly closing = new AbortController();

  constructor(options: JsonClientOptions) {
    this.options = options;
    this.agent = new Agent({ connect: { timeout: TIMEOUT_MS }, keepAliveTimeout: 30_000, connections: 8 });
  }

  /**
   * Returns the body of a 2xx answer the venue's check accepts.
   *
   * @errors VENUE_TIMEOUT, VENUE_UNREACHABLE, VENUE_ANSWER_MALFORMED (not JSON, or over 64 MiB), VENUE_RATE_LIMITED while the
   * budget is closed, and whatever the venue's check says.
   */
  async get(request: GetRequest): Promise<Result<unknown, DomainError>> {
    const { deps, budget } = this.options;
    for (let attempt = 0; ; attempt += 1) {
      const admitted = await budget.take(request.weight, this.closing.signal);
      if (!admitted.ok) return admitted;
      const result = await this.once(request);
      if (result.ok) return result;
      if (result.error.retryAfterMs !== undefined) budget.close(result.error.retryAfterMs);
      if (attempt + 1 >= TRIES || !RETRYABLE.has(result.error.code)) return result;
      await pause(deps.clock, backoffMs(attempt, deps.random, BACKOFF), this.closing.signal);
    }
  }

  /** Posts JSON once and returns the checked body. For keyless handshakes (KuCoin's socket token). */
  async post(request: GetRequest): Promise<Result<unknown, DomainError>> {
    const admitted = await this.options.budget.take(request.weight, this.closing.signal);
    return admitted.ok ? this.once(request, 'POST') : admitted;
  }

  /** Drops every connection; what waits or is on its way ends as refused, and no timer is left. */
  async close(): Promise<void> {
    this.closing.abort();
    await this.agent.destroy();
  }

  private async once(request: GetRequest, method: 'GET' | 'POST' = 'GET'): Promise<Result<unknown, DomainError>> {
    const timeoutMs = request.timeoutMs ?? TIMEOUT_MS;
    const stop = new AbortController();
    const timer = this.options.deps.clock.after(timeoutMs, () => stop.abort());
    try {
      const url = new URL(request.url);
      const response = await this.agent.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method,
        signal: stop.signal,
        headers: { 'user-agent': 'riptide/2', accept: 'application/json', ...this.options.headers },
      });
      const left = this.options.weightLeft?.({ headers: response.headers }) ?? null;
      if (left !== null) this.options.budget.observeLeft(left);
      const text = await readBounded(response.body, BODY_BYTES_MAX);
      if (text === null)
        return err(domainError('VENUE_ANSWER_MALFORMED', `url=${url.pathname} over ${BODY_BYTES_MAX} bytes`));
      const { clock, tap } = this.options.deps;
      if (method === 'GET' && response.statusCode === 200) tap?.onAnswer(request.url, text, clock.nowMs());
      return this.judge(url, { status: response.statusCode, headers: response.headers }, text);
    } catch (e) {
      return err(transportError(e, stop.signal.aborted, `url=${request.url} timeoutMs=${timeoutMs}`));
    } finally {
      timer.cancel();
    }
  }

  private judge(url: URL, head: Omit<HttpAnswer, 'body'>, text: string): Result<unknown, DomainError> {
    const body = parseJson(text);
    if (body === undefined && head.status < 400) {
      return err(domainError('VENUE_ANSWER_MALFORMED', `url=${url.pathname} status=${head.status} not JSON`));
    }
    const refusal = this.options.check({ ...head, body });
    return refusal === null ? ok(body) : err({ ...refusal, detail: `url=${url.pathname} ${refusal.detail}` });
  }
}

/** Returns the seconds of a Retry-After header in ms; undefined when absent or unreadable. */
export function retryAfterMs(answer: HttpAnswer): number | undefined {
  const seconds = Number(answer.headers['retry-after'] ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}

function transportError(e: unknown, isTimeout: boolean, detail: string): DomainError {
  if (isTimeout) return domainError('VENUE_TIMEOUT', detail, { outcome: 'unknown' });
  return domainError('VENUE_UNREACHABLE', `${detail} cause=${transportCause(e)}`, { outcome: 'unknown' });
}

import { expect, type APIRequestContext } from '@playwright/test';

/** A kept connection may be closed at the moment it is used again: the request was not read then, and is sent anew. */
const RETRIES = 2;

/** The control API of the simulated venues behind the product under test. */
export class SimControl {
  readonly #request: APIRequestContext;
  readonly #base: string;

  /** Without a port, those of the product that all journeys share. */
  constructor(request: APIRequestContext, port: number | string = process.env['E2E_SIM_CONTROL_PORT'] ?? '') {
    this.#request = request;
    this.#base = `http://127.0.0.1:${port}`;
  }

  /** Leaves the sockets of a venue open and silent: it is down for everybody who needs its data. */
  async silence(venue: string): Promise<void> {
    await this.#post('/faults', { venue, kind: 'silent-sockets', side: 'both' });
  }

  /** As `silence`, and no request is answered: not even a book is to be had on a new connection. */
  async takeDown(venue: string): Promise<void> {
    await this.#post('/faults', { venue, kind: 'rest-hang', path_prefix: '/' });
    await this.silence(venue);
  }

  /** Keeps a perp of one venue cheaper than everywhere else by so many bps: a spread that stays. */
  async cheapen(venue: string, symbol: string, bps: number): Promise<void> {
    await this.#post('/faults', { venue, kind: 'offset-price', symbol, market: 'perp', offset_bps: -bps });
  }

  /** The next order on a perp is refused by its venue, for want of margin. */
  async refuseOrder(venue: string, symbol: string): Promise<void> {
    await this.#post('/faults', {
      venue,
      kind: 'reject',
      symbol,
      market: 'perp',
      call: 'place',
      refusal: 'margin-insufficient',
    });
  }

  /** The next order on a perp is done by its venue and never answered; nor does the venue tell of it until healed. */
  async loseOutcome(venue: string, symbol: string): Promise<void> {
    for (const call of ['query-order', 'open-orders', 'fills', 'positions'])
      await this.#post('/faults', { venue, kind: 'http-status', call, status: 503, count: 'always' });
    await this.#post('/faults', { venue, kind: 'silent-sockets', side: 'private' });
    await this.#post('/faults', { venue, kind: 'answer-lost', symbol, market: 'perp', call: 'place' });
  }

  /** Longs of a coin are closed by force for some seconds at every venue: the engine has something to decide on. */
  async liquidate(asset: string): Promise<void> {
    const course = { push_frac: 0.02, duration_ms: 4_000, revert_frac: 0.01, revert_ms: 4_000 };
    await this.#post('/cascade', { asset, side: 'LONG', usd: 200_000, ...course });
  }

  async heal(): Promise<void> {
    const answer = await this.#request.delete(`${this.#base}/faults`, { maxRetries: RETRIES });
    expect(answer.status(), await answer.text()).toBe(200);
  }

  /** Issues a key of a venue; it opens play money and nothing else. */
  async issueKey(venue: string): Promise<{ readonly api_key: string; readonly api_secret: string }> {
    const { key } = (await this.#post('/keys', { venue, action: 'issue', usdt: '5000' })) as {
      key: { api_key: string; api_secret: string };
    };
    return key;
  }

  async #post(path: string, data: object): Promise<unknown> {
    const answer = await this.#request.post(`${this.#base}${path}`, { data, maxRetries: RETRIES });
    expect(answer.status(), await answer.text()).toBe(200);
    return answer.json();
  }
}

import { expect, type APIRequestContext } from '@playwright/test';

/** The control API of the simulated venues behind the product under test. */
export class SimControl {
  readonly #request: APIRequestContext;
  readonly #base = `http://127.0.0.1:${process.env['E2E_SIM_CONTROL_PORT'] ?? ''}`;

  constructor(request: APIRequestContext) {
    this.#request = request;
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

  async heal(): Promise<void> {
    const answer = await this.#request.delete(`${this.#base}/faults`);
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
    const answer = await this.#request.post(`${this.#base}${path}`, { data });
    expect(answer.status(), await answer.text()).toBe(200);
    return answer.json();
  }
}

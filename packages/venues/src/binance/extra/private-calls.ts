import { domainError, err, ok, type DomainError, type Result } from '@riptide/core/domain';
import {
  measureClock,
  RequestGovernor,
  retryAfterMs,
  SignedClient,
  type ClockOffset,
  type HttpAnswer,
  type PrivateVenueDeps,
  type RequestPurpose,
  type VenueCall,
} from '../../kit/index.ts';
import type { BinanceProduct } from '../config.ts';
import { answerCheck, readRefusal } from '../errors.ts';
import {
  ORDERS_PER_WINDOW,
  ORDERS_WINDOW_MS,
  PRIVATE_WEIGHT_PER_MINUTE,
  READ_WAIT_MAX_MS,
  RESERVE_FRAC,
  REST_WINDOW_MS,
} from '../limits.ts';
import { buildServerTime } from '../rest/account.ts';
import { parseTime } from '../rest/parse.ts';
import { signCall } from '../sign.ts';
import type { BinanceUrls } from '../urls.ts';
import type { BinanceCall, BinanceHost } from './binance-call.ts';

const CHECKS = { spot: answerCheck('spot'), usdm: answerCheck('usdm') } as const;
const ORDERS_WAITS_MS = 2_000;

/** Sends signed calls: picks the host and the limit pool, keeps the venue's clock, reads what the answers tell about limits. */
export class PrivateCalls {
  private readonly deps: PrivateVenueDeps;
  private readonly urls: BinanceUrls;
  private readonly client: SignedClient;
  private readonly weight: Readonly<Record<BinanceHost, RequestGovernor>>;
  private readonly orders: Readonly<Record<BinanceProduct, RequestGovernor>>;
  /** What we measured after a refusal, and what was told to us then: a newer measurement of the owner goes first. */
  private measured: { readonly offsetMs: number; readonly insteadOfMs: number } | null = null;

  constructor(deps: PrivateVenueDeps, urls: BinanceUrls) {
    this.deps = deps;
    this.urls = urls;
    const pool = (capacity: number, windowMs: number, readWaitMaxMs: number): RequestGovernor =>
      new RequestGovernor({ clock: deps.clock, capacity, windowMs, reserveFrac: RESERVE_FRAC, readWaitMaxMs });
    const weight = (host: BinanceHost): RequestGovernor =>
      pool(PRIVATE_WEIGHT_PER_MINUTE[host], REST_WINDOW_MS, READ_WAIT_MAX_MS);
    const orders = (product: BinanceProduct): RequestGovernor =>
      pool(ORDERS_PER_WINDOW[product], ORDERS_WINDOW_MS, ORDERS_WAITS_MS);
    this.weight = { spot: weight('spot'), usdm: weight('usdm'), sapi: weight('sapi') };
    this.orders = { spot: orders('spot'), usdm: orders('usdm') };
    for (const [host, of] of Object.entries(this.weight)) deps.budgets?.watch('BINANCE', `private ${host}`, of);
    for (const [product, of] of Object.entries(this.orders)) deps.budgets?.watch('BINANCE', `orders ${product}`, of);
    this.client = new SignedClient({
      deps,
      sign: (call, venueMs) => signCall(call, deps.key, venueMs),
      check: (answer, call) => CHECKS[productOf(call.path)](answer),
      observe: (answer, call) => this.observe(answer, call),
      offsetMs: () => this.offsetMs(),
      resyncClock: () => this.resyncClock(),
    });
  }

  /** Sends one call. @errors those of `SignedClient.send`; VENUE_NOT_READY when the target has no such host. */
  send(call: BinanceCall, purpose: RequestPurpose): Promise<Result<unknown, DomainError>> {
    const baseUrl = this.hostOf(call.host);
    if (baseUrl === null) {
      return Promise.resolve(err(domainError('VENUE_NOT_READY', `host=${call.host}`, { outcome: 'not-sent' })));
    }
    const { method, path, params, weight, timeoutMs } = call;
    const governor = call.pool === 'orders' && call.host !== 'sapi' ? this.orders[call.host] : this.weight[call.host];
    const more = timeoutMs === undefined ? {} : { timeoutMs };
    return this.client.send({ method, baseUrl, path, params, weight, purpose, governor, ...more });
  }

  /** The venue's time, ms. */
  venueMs(): number {
    return this.deps.clock.nowMs() + this.offsetMs();
  }

  /** Measures the venue's clock anew, by either product; false when it could not be read. */
  async resyncClock(): Promise<boolean> {
    const futures = await this.measure('usdm');
    const result = futures.ok ? futures : await this.measure('spot');
    if (!result.ok) {
      this.deps.log.warn('venue clock not read', { venue: 'BINANCE', code: result.error.code });
      return false;
    }
    this.measured = { offsetMs: result.value.offsetMs, insteadOfMs: this.deps.offsetMs() };
    return true;
  }

  /** Ends what is on its way as unknown. */
  close(): Promise<void> {
    return this.client.close();
  }

  private measure(host: BinanceProduct): Promise<Result<ClockOffset, DomainError>> {
    return measureClock(this.deps.clock, async () => {
      const answer = await this.send(buildServerTime(host), 'read');
      if (!answer.ok) return answer;
      const reading = parseTime(answer.value);
      return reading === null ? err(domainError('VENUE_ANSWER_MALFORMED', 'time')) : ok(reading);
    });
  }

  private offsetMs(): number {
    const told = this.deps.offsetMs();
    return this.measured !== null && this.measured.insteadOfMs === told ? this.measured.offsetMs : told;
  }

  private hostOf(host: BinanceHost): string | null {
    if (host === 'spot') return this.urls.spotRest;
    return host === 'usdm' ? this.urls.usdmRest : this.urls.sapiRest;
  }

  private observe(answer: HttpAnswer, call: VenueCall): void {
    const product = productOf(call.path);
    const host: BinanceHost = call.path.startsWith('/sapi') ? 'sapi' : product;
    const used = Number(answer.headers['x-mbx-used-weight-1m'] ?? Number.NaN);
    if (Number.isFinite(used) && host !== 'sapi') this.weight[host].observeUsed(used);
    const refusal = CHECKS[product](answer);
    const wait = refusal?.retryAfterMs;
    if (wait === undefined) return;
    // Too many orders closes the pool of orders alone; questions may go on. Anything else is about the address.
    if (readRefusal(answer.body)?.wireCode === -1015) this.orders[product].close(wait);
    else for (const one of [this.weight[host], this.orders[product]]) one.close(retryAfterMs(answer) ?? wait);
  }
}

function productOf(path: string): BinanceProduct {
  return path.startsWith('/fapi') ? 'usdm' : 'spot';
}

import { domainError, err, ok, type DomainError, type Result } from '@riptide/core/domain';
import {
  JsonClient,
  measureClock,
  parseExactJson,
  recordOf,
  RequestGovernor,
  SignedClient,
  WeightBudget,
  type HttpAnswer,
  type PrivateVenueDeps,
  type RequestPurpose,
  type VenueCall,
} from '../../kit/index.ts';
import { KUCOIN_CONFIG_DEFAULTS, type KucoinConfig } from '../config.ts';
import { KUCOIN_PRODUCTS, type KucoinProduct } from '../enums.ts';
import { checkAnswer, windowEndsInMs } from '../errors.ts';
import { PRIVATE_POOLS, PUBLIC_POOL, READ_WAIT_MAX_MS, RESERVE_FRAC, type KucoinPool } from '../limits.ts';
import { getServerTime } from '../rest/spot.ts';
import { signCall, type KeyVersion } from '../sign.ts';
import { resolveUrls, type KucoinUrls } from '../urls.ts';
import { plainText } from './plain-decimal.ts';

/** A private call before it has a host, a purpose and a signature: plain data. */
export interface KucoinCall {
  readonly product: KucoinProduct;
  readonly pool: KucoinPool;
  readonly method: VenueCall['method'];
  /** From `/api` on. */
  readonly path: string;
  readonly params: VenueCall['params'];
  readonly weight: number;
}

const KEY_VERSION_MISMATCH = '400009';

/** Sends private calls to both services: one pool of weight per kind of call, one clock offset, one key. */
export class PrivateApi {
  private readonly deps: PrivateVenueDeps;
  private readonly urls: KucoinUrls | null;
  private readonly clients: Readonly<Record<KucoinProduct, SignedClient>>;
  private readonly publicClient: JsonClient;
  private readonly governors: Readonly<Record<KucoinPool, RequestGovernor>>;
  private keyVersion: KeyVersion;
  /** Which generation each call in flight was signed as: calls that fail together must not flip it back and forth. */
  private readonly signedAs = new WeakMap<VenueCall, KeyVersion>();
  private isClosed = false;
  /** Measured by ourselves after a clock refusal; holds until the owner measures anew. */
  private ownOffset: { readonly offsetMs: number; readonly insteadOfMs: number } | null = null;

  constructor(config: KucoinConfig, deps: PrivateVenueDeps) {
    this.deps = deps;
    this.urls = resolveUrls(config.target);
    this.keyVersion = config.keyVersion ?? KUCOIN_CONFIG_DEFAULTS.keyVersion;
    const govern = (pool: KucoinPool): RequestGovernor =>
      new RequestGovernor({
        clock: deps.clock,
        ...PRIVATE_POOLS[pool],
        reserveFrac: RESERVE_FRAC,
        readWaitMaxMs: READ_WAIT_MAX_MS,
      });
    this.governors = { spot: govern('spot'), futures: govern('futures'), management: govern('management') };
    for (const [name, pool] of Object.entries(this.governors)) deps.budgets?.watch('KUCOIN', `private ${name}`, pool);
    const [spot, futures] = KUCOIN_PRODUCTS.map((product) => this.openClient(product));
    this.clients = { spot: spot!, futures: futures! };
    this.publicClient = new JsonClient({
      deps,
      budget: new WeightBudget({ clock: deps.clock, ...PUBLIC_POOL }),
      check: (answer) => checkAnswer('spot', answer),
    });
  }

  /**
   * Returns the `data` of an answer that says success. Numbers in it are their text.
   *
   * @errors CREDENTIALS_MISSING, CREDENTIALS_PASSPHRASE_MISSING and VENUE_NOT_READY (no testnet, closed), all not-sent; those of `SignedClient.send`.
   */
  async send(call: KucoinCall, purpose: RequestPurpose): Promise<Result<unknown, DomainError>> {
    const { urls } = this;
    if (urls === null) return notSent('VENUE_NOT_READY', 'KuCoin has no testnet');
    if (this.isClosed) return notSent('VENUE_NOT_READY', 'the client is stopped');
    const { apiKey, apiSecret, passphrase } = this.deps.key;
    if (apiKey === '' || apiSecret === '' || passphrase === null || passphrase === '') {
      const isPassphrase = apiKey !== '' && apiSecret !== '';
      const code = isPassphrase ? 'CREDENTIALS_PASSPHRASE_MISSING' : 'CREDENTIALS_MISSING';
      return notSent(code, 'KuCoin needs a key, its secret and its passphrase');
    }
    const { product, pool, method, path, params, weight } = call;
    const client = this.clients[product];
    const governor = this.governors[pool];
    const request: VenueCall = { method, baseUrl: urls[product], path, params, weight, purpose, governor };
    let answer = await client.send(request);
    const isOutdated = this.signedAs.get(request) !== this.keyVersion;
    // Refused unread for the key's generation: the same call, signed as the other one.
    if (!answer.ok && answer.error.code === 'CREDENTIALS_INVALID' && isOutdated) answer = await client.send(request);
    return answer.ok ? ok(recordOf(answer.value)?.['data'] ?? null) : answer;
  }

  /** Ends what is on its way as unknown; nothing can be sent afterwards. */
  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    await Promise.all([this.clients.spot.close(), this.clients.futures.close(), this.publicClient.close()]);
  }

  private openClient(product: KucoinProduct): SignedClient {
    const { deps } = this;
    return new SignedClient({
      deps,
      sign: (call, venueMs) => {
        this.signedAs.set(call, this.keyVersion);
        return signCall(call, { key: deps.key, keyVersion: this.keyVersion, venueMs });
      },
      check: (answer, call) => this.check(product, answer, call),
      observe: (answer, call) => this.observeUse(answer, call),
      parse: parseExactJson,
      offsetMs: () => this.offsetMs(),
      resyncClock: () => this.resyncClock(),
    });
  }

  private check(product: KucoinProduct, answer: HttpAnswer, call: VenueCall): DomainError | null {
    const isMismatch = plainText(recordOf(answer.body)?.['code']) === KEY_VERSION_MISMATCH;
    if (isMismatch && this.signedAs.get(call) === this.keyVersion)
      this.keyVersion = this.keyVersion === '3' ? '2' : '3';
    return checkAnswer(product, answer);
  }

  /** Takes over what the venue counted, as a share of its pool: higher tiers have larger ones. */
  private observeUse(answer: HttpAnswer, { governor }: VenueCall): void {
    const limit = Number(answer.headers['gw-ratelimit-limit'] ?? Number.NaN);
    const remaining = Number(answer.headers['gw-ratelimit-remaining'] ?? Number.NaN);
    const pool = (['spot', 'futures', 'management'] as const).find((name) => this.governors[name] === governor);
    if (pool === undefined || !(limit > 0) || !(remaining >= 0)) return;
    governor.observeUsed((1 - Math.min(1, remaining / limit)) * PRIVATE_POOLS[pool].capacity);
    const renewMs = windowEndsInMs(answer);
    if (renewMs !== null) governor.renewIn(renewMs);
  }

  private offsetMs(): number {
    const measuredMs = this.deps.offsetMs();
    if (this.ownOffset === null || this.ownOffset.insteadOfMs !== measuredMs) return measuredMs;
    return this.ownOffset.offsetMs;
  }

  private async resyncClock(): Promise<boolean> {
    const { urls, deps } = this;
    if (urls === null) return false;
    const api = { client: this.publicClient, baseUrl: urls.spot };
    const measured = await measureClock(deps.clock, () => getServerTime(api));
    if (!measured.ok) return false;
    this.ownOffset = { offsetMs: measured.value.offsetMs, insteadOfMs: deps.offsetMs() };
    return true;
  }
}

function notSent(code: DomainError['code'], detail: string): Result<never, DomainError> {
  return err(domainError(code, detail, { outcome: 'not-sent' }));
}

import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from '@playwright/test';
import { PRODUCT_PASSWORD, RunningProduct } from '../proofs/product/running-product.ts';
import { ReplayProxy } from './replay-proxy.ts';

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--enable-precise-memory-info',
];
const VIEWPORT = { width: 1440, height: 1000 };
const TRADING_STARTS_WITHIN_MS = 30_000;

/** A page and the way to the browser's own figures of it. */
export interface Scene {
  readonly page: Page;
  readonly cdp: CDPSession;
  readonly end: () => Promise<void>;
}

interface SceneOptions {
  /** Items of the stream a second, replayed; left out, the product's own stream. */
  readonly perSecond?: number;
  /** Rows of the audit a second, replayed; left out, the product's own. Only with a rate of the stream. */
  readonly auditPerSecond?: number;
  /** Runs in the page before its own scripts. */
  readonly before?: (() => void) | undefined;
}

/** The product on the simulator with its engines started, and a browser. The scanner starts by itself there. */
export class Stage {
  readonly product: RunningProduct;
  readonly #browser: Browser;
  readonly #proxy: ReplayProxy;

  private constructor(product: RunningProduct, browser: Browser, proxy: ReplayProxy) {
    this.product = product;
    this.#browser = browser;
    this.#proxy = proxy;
  }

  static async open(): Promise<Stage> {
    const product = await RunningProduct.start('paper');
    try {
      await product.api('/api/trading/engine/start_all', {});
      const browser = await chromium.launch({
        executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
        args: ARGS,
      });
      const proxy = await ReplayProxy.start(product.url, await cookieOf(product.url));
      return new Stage(product, browser, proxy);
    } catch (e) {
      await product.stop();
      throw e;
    }
  }

  /** Items a second that the product's own stream carried while it was recorded. */
  get ownRate(): number {
    return this.#proxy.ownRate;
  }

  /** Opens an address in a browser that has nothing cached; with a rate the stream is the recorded one, as fast as that. */
  async scene(path: string, { perSecond, auditPerSecond, before }: SceneOptions = {}): Promise<Scene> {
    const base = perSecond === undefined ? this.product.url : this.#proxy.url;
    this.#proxy.perSecond = perSecond ?? 0;
    this.#proxy.auditPerSecond = auditPerSecond ?? 0;
    const context = await this.#browser.newContext({ viewport: VIEWPORT, baseURL: base });
    await unlock(context);
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    if (before) await page.addInitScript(before);
    await page.goto(path);
    await page.locator('main h1').first().waitFor({ timeout: TRADING_STARTS_WITHIN_MS });
    return { page, cdp, end: () => context.close() };
  }

  /** Takes what the audit holds now for its replayed stream. */
  async recordAudit(): Promise<void> {
    await this.#proxy.recordAudit(await cookieOf(this.product.url));
  }

  /** A browser without a page yet, for what begins with loading. */
  async bare(): Promise<Scene> {
    const context = await this.#browser.newContext({ viewport: VIEWPORT, baseURL: this.product.url });
    await unlock(context);
    const page = await context.newPage();
    return { page, cdp: await context.newCDPSession(page), end: () => context.close() };
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.#proxy.stop();
    await this.product.stop();
  }
}

async function unlock(context: BrowserContext): Promise<void> {
  // WHY: functions that run in the page were compiled with calls of a function that keeps their names.
  await context.addInitScript('globalThis.__name = (named) => named;');
  const answer = await context.request.post('/api/gate/unlock', { data: { password: PRODUCT_PASSWORD } });
  if (!answer.ok()) throw new Error(`unlocking the gate: ${answer.status()}`);
}

async function cookieOf(url: string): Promise<string> {
  const response = await fetch(`${url}/api/gate/unlock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: PRODUCT_PASSWORD }),
  });
  return (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
}

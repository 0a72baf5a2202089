import { atMost, quantile, type Part } from './measure.ts';

const WATCH_MS = 20_000;
const GOAL_MS = 250;

/**
 * How old the data of a price is when the page shows it: from its arrival at the engine (`last_updated` of the item) to the frame in which the
 * list of prices changed, by one clock. The way from the venue to the engine comes on top, as the health figures give it.
 */
export const freshness: Part = {
  name: 'freshness',
  needsProduct: true,
  async measure(stage) {
    const { page, end } = await stage.scene('/app/trading', { before: follow });
    await page.waitForTimeout(WATCH_MS);
    const ages = await page.evaluate(() => (window as unknown as { shownAges: number[] }).shownAges);
    await end();
    const health = (await stage.product.api('/api/health')) as { venues?: { latency_ms: number | null }[] };
    const delays = (health.venues ?? []).flatMap(({ latency_ms: ms }) => (ms === null ? [] : [ms]));
    const wayMs = Math.max(0, ...delays);
    const p95 = quantile(ages, 0.95) + wayMs;
    const note = `median ${(quantile(ages, 0.5) + wayMs).toFixed(0)} ms, ${ages.length} prices, ${wayMs.toFixed(1)} ms of it from the venue`;
    return [atMost('freshness, venue to pixel, p95', p95, GOAL_MS, 'ms', note)];
  },
};

/** Runs in the page: reads the stream beside the page, and notes the frame after which the list of prices had changed. */
function follow(): void {
  const shownAges: number[] = [];
  Object.assign(window, { shownAges });
  const arrived: number[] = [];
  const own = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    const response = await own(input, init);
    if (!String(input).includes('/api/stream') || !response.body) return response;
    const [forPage, beside] = response.body.tee();
    void read(beside);
    return new Response(forPage, { status: response.status, headers: response.headers });
  };
  async function read(body: ReadableStream<Uint8Array>): Promise<void> {
    const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
    let rest = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (rest + value).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const data = /^event: prices$/m.test(block) ? /^data: (.+)$/m.exec(block)?.[1] : undefined;
        if (data === undefined) continue;
        const item = JSON.parse(data) as { kind: string; payload: { prices: { last_updated: number }[] } };
        if (item.kind === 'update') arrived.push(...item.payload.prices.map((price) => price.last_updated * 1000));
      }
    }
  }
  const watch = (): void => {
    const list = document.querySelector('[aria-label="Live prices, scrollable"] tbody');
    if (!list) {
      window.setTimeout(watch, 100);
      return;
    }
    new MutationObserver(() => {
      const shown = arrived.splice(0);
      // The change is on screen when the frame that it belongs to has been drawn.
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.addEventListener('message', () => {
          const nowMs = Date.now();
          for (const atMs of shown) shownAges.push(nowMs - atMs);
        });
        channel.port1.start();
        channel.port2.postMessage(null);
      });
    }).observe(list, { subtree: true, childList: true, characterData: true });
  };
  document.addEventListener('DOMContentLoaded', watch);
}

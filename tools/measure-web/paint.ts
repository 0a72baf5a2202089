import { atMost, quantile, type Part } from './measure.ts';
import type { Stage } from './stage.ts';

const RUNS = 5;
const SLOWER = 4;
const SETTLE_MS = 4000;

interface Paints {
  readonly fcpMs: number;
  readonly lcpMs: number;
}

/** First and largest paint of the dashboard with an empty cache on a CPU four times slower. */
export const paint: Part = {
  name: 'paint',
  needsProduct: true,
  async measure(stage) {
    const runs: Paints[] = [];
    for (let n = 0; n < RUNS; n += 1) runs.push(await load(stage));
    const note = `median of ${RUNS}`;
    const of = (pick: (paints: Paints) => number): number => quantile(runs.map(pick), 0.5);
    return [
      atMost(
        'FCP dashboard, CPU 4x slower',
        of(({ fcpMs }) => fcpMs),
        900,
        'ms',
        note,
      ),
      atMost(
        'LCP dashboard, CPU 4x slower',
        of(({ lcpMs }) => lcpMs),
        1500,
        'ms',
        note,
      ),
    ];
  },
};

async function load(stage: Stage): Promise<Paints> {
  const { page, cdp, end } = await stage.bare();
  await page.addInitScript(() => {
    const seen = { lcp: 0 };
    Object.assign(window, { seenPaint: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.lcp = entry.startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.goto('/app/dashboard');
  await page.waitForTimeout(SETTLE_MS);
  const paints = await page.evaluate(() => ({
    fcpMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    lcpMs: (window as unknown as { seenPaint: { lcp: number } }).seenPaint.lcp,
  }));
  await end();
  return paints;
}

import { atMost, quantile, type Part, type Row } from './measure.ts';
import type { Stage } from './stage.ts';

const PATH = '/app/dashboard';
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
    return paintRows(stage, { path: PATH, runs: RUNS });
  },
};

/** Loads a page so often and gives the medians of its first and its largest paint. */
export async function paintRows(
  stage: Stage,
  { path, runs: count }: { readonly path: string; readonly runs: number },
): Promise<readonly Row[]> {
  const runs: Paints[] = [];
  for (let n = 0; n < count; n += 1) runs.push(await load(stage, path));
  const note = `median of ${count}`;
  const median = (pick: (paints: Paints) => number): number => quantile(runs.map(pick), 0.5);
  const what = `${path.slice('/app/'.length)}, CPU ${SLOWER}x slower`;
  return [
    atMost(
      `FCP ${what}`,
      median(({ fcpMs }) => fcpMs),
      900,
      'ms',
      note,
    ),
    atMost(
      `LCP ${what}`,
      median(({ lcpMs }) => lcpMs),
      1500,
      'ms',
      note,
    ),
  ];
}

async function load(stage: Stage, path: string): Promise<Paints> {
  const { page, cdp, end } = await stage.bare();
  await page.addInitScript(() => {
    const seen = { lcp: 0 };
    Object.assign(window, { seenPaint: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.lcp = entry.startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.goto(path);
  await page.waitForTimeout(SETTLE_MS);
  const paints = await page.evaluate(() => ({
    fcpMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    // None was told before it was read: not known, which is no goal met.
    lcpMs: (window as unknown as { seenPaint: { lcp: number } }).seenPaint.lcp || Number.NaN,
  }));
  await end();
  return paints;
}

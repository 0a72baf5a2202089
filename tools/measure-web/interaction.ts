import type { Page } from '@playwright/test';
import { atMost, quantile, type Part, type Row } from './measure.ts';
import type { Stage } from './stage.ts';

const PER_SECOND = 200;
const PAGES = ['/app/trading', '/app/arbitrage'];
const WARM_UP_MS = 4000;
const PAUSE_MS = 120;
const ROUNDS = 2;
/** Keys that open something, or change how everything looks; what they open is closed by Escape. */
const KEYS = ['Control+k', '?', 'n', 'Alt+Shift+K'];
const LOOKS = ['t', 'd', 'd', 'd', 'l', 'l'];
/** An interaction shorter than this has no entry: it counts as half of it. */
const LEAST_MS = 16;

/** How long the page takes to show what a click or a key does, while the stream runs. */
export const interaction: Part = {
  name: 'interaction',
  needsProduct: true,
  async measure(stage) {
    const rows: Row[] = [];
    for (const path of PAGES) rows.push(...(await press(stage, path)));
    return rows;
  },
};

async function press(stage: Stage, path: string): Promise<readonly Row[]> {
  const { page, end } = await stage.scene(path, { perSecond: PER_SECOND, before: follow });
  await page.waitForTimeout(WARM_UP_MS);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const role of ['main [role=radio]', 'main th button', 'main [role=tab]']) await clickAll(page, role);
    for (const key of KEYS) {
      await pressKey(page, key);
      await pressKey(page, 'Escape');
    }
    for (const key of LOOKS) await pressKey(page, key);
  }
  const { count, worst } = await page.evaluate(() => {
    const { slow } = window as unknown as { slow: Map<number, { ms: number; what: string }> };
    const { interactionCount } = performance as unknown as { interactionCount: number | undefined };
    return { count: interactionCount ?? 0, worst: [...slow.values()] };
  });
  await end();
  const quick = Math.max(0, count - worst.length);
  const all = [...worst.map(({ ms }) => ms), ...Array.from({ length: quick }, () => LEAST_MS / 2)];
  const longest = worst.toSorted((a, b) => b.ms - a.ms)[0];
  const what = `INP ${path.slice('/app/'.length)} at ${PER_SECOND}/s:`;
  return [
    atMost(`${what} p75`, quantile(all, 0.75), 100, 'ms', `${all.length} interactions`),
    atMost(`${what} worst`, longest?.ms ?? 0, 200, 'ms', longest?.what ?? ''),
  ];
}

async function clickAll(page: Page, selector: string): Promise<void> {
  const places = page.locator(`${selector}:visible`);
  const count = Math.min(await places.count(), 12);
  for (let at = 0; at < count; at += 1) {
    await places
      .nth(at)
      .click({ timeout: 2000, force: true })
      .catch((e: unknown) => {
        // It may be gone since it was counted: rows and tabs change.
        if (!String(e).includes('Timeout')) throw e;
      });
    await page.waitForTimeout(PAUSE_MS);
  }
}

async function pressKey(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  await page.waitForTimeout(PAUSE_MS);
}

/** Runs in the page. */
function follow(): void {
  const slow = new Map<number, { ms: number; what: string }>();
  Object.assign(window, { slow });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      const { interactionId } = entry as PerformanceEventTiming & { interactionId?: number };
      if (interactionId === undefined || interactionId === 0) continue;
      if (entry.duration <= (slow.get(interactionId)?.ms ?? 0)) continue;
      const target = entry.target instanceof Element ? entry.target : null;
      const label = target?.getAttribute('aria-label') ?? target?.textContent ?? '';
      slow.set(interactionId, {
        ms: entry.duration,
        what: `${entry.name} ${target?.tagName ?? ''} ${label.slice(0, 30)}`,
      });
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}

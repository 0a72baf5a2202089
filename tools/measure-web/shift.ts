import { APP_PAGES } from '../../e2e/app-pages.ts';
import { atMost, type Part, type Row } from './measure.ts';

const SETTLE_MS = 5000;
const GOAL = 0.01;

interface Shifts {
  readonly sum: number;
  /** The largest shift: when, and what moved. */
  readonly worst: string;
}

/** What moves by itself on every page, from the empty page to its data and for seconds after. */
export const shift: Part = {
  name: 'shift',
  needsProduct: true,
  async measure(stage) {
    const rows: Row[] = [];
    for (const { path } of APP_PAGES) {
      const { page, end } = await stage.bare();
      await page.addInitScript(follow);
      await page.goto(path);
      await page.waitForTimeout(SETTLE_MS);
      const { sum, worst } = await page.evaluate(() => (window as unknown as { seenShifts: Shifts }).seenShifts);
      rows.push(atMost(`CLS ${path}`, sum, GOAL, '', sum > GOAL / 2 ? worst : ''));
      await end();
    }
    return rows;
  },
};

function follow(): void {
  const seen = { sum: 0, worst: '', most: 0 };
  Object.assign(window, { seenShifts: seen });
  interface ShiftEntry extends PerformanceEntry {
    readonly value: number;
    readonly hadRecentInput: boolean;
    readonly sources: readonly { readonly node: Node | null }[];
  }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as ShiftEntry[]) {
      if (entry.hadRecentInput) continue;
      seen.sum += entry.value;
      if (entry.value < seen.most) continue;
      seen.most = entry.value;
      const moved = entry.sources.map(({ node }) => {
        const element = node instanceof Element ? node : (node?.parentElement ?? null);
        return `${element?.tagName.toLowerCase() ?? '?'} "${(element?.textContent ?? '').slice(0, 24)}"`;
      });
      seen.worst = `${entry.value.toFixed(4)} at ${Math.round(entry.startTime)} ms: ${moved.slice(0, 3).join(', ')}`;
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

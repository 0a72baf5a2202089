import { atLeast, atMost, quantile, type Part, type Row } from './measure.ts';
import type { Scene, Stage } from './stage.ts';

const PAGES = ['/app/trading', '/app/arbitrage', '/app/pro-dashboard'];
const WARM_UP_MS = 4000;
const WATCH_MS = 10_000;

interface Watched {
  readonly frames: readonly number[];
  readonly longTasks: readonly number[];
}

/** Frames, long tasks and the share of scripts while the stream runs at 200 and at 1,000 items a second. */
export const frames: Part = {
  name: 'frames',
  needsProduct: true,
  async measure(stage) {
    const rows: Row[] = [];
    for (const path of PAGES) {
      for (const perSecond of [200, 1000]) rows.push(...(await watch(stage, path, perSecond)));
    }
    return rows;
  },
};

/** Opens a page at a rate of the stream and watches it. */
async function watch(stage: Stage, path: string, perSecond: number): Promise<readonly Row[]> {
  const scene = await stage.scene(path, { perSecond });
  await scene.page.waitForTimeout(WARM_UP_MS);
  const rows = await watchScene(scene, {
    what: `${path.slice('/app/'.length)} at ${perSecond}/s:`,
    isGoal: perSecond === 200,
  });
  await scene.end();
  return rows;
}

/** Watches what a page does for ten seconds: frames, long tasks, share of scripts. Goals are those of 200 items a second. */
export async function watchScene(
  { page, cdp }: Pick<Scene, 'page' | 'cdp'>,
  { what, isGoal }: { readonly what: string; readonly isGoal: boolean },
): Promise<readonly Row[]> {
  await cdp.send('Performance.enable', { timeDomain: 'timeTicks' });
  const before = await figures(cdp);
  const { frames: all, longTasks } = await page.evaluate(follow, WATCH_MS);
  const after = await figures(cdp);
  const took = after('Timestamp') - before('Timestamp');
  const scriptPct = ((after('ScriptDuration') - before('ScriptDuration')) / took) * 100;
  const taskPct = ((after('TaskDuration') - before('TaskDuration')) / took) * 100;
  const fps = all.length / (WATCH_MS / 1000);
  const p95 = quantile(all, 0.95);
  const worst = Math.max(0, ...longTasks);
  return [
    isGoal ? atLeast(`${what} frames`, fps, 55, 'fps') : plain(`${what} frames`, `${fps.toFixed(1)} fps`),
    isGoal ? atMost(`${what} p95 frame`, p95, 25, 'ms') : plain(`${what} p95 frame`, `${p95.toFixed(1)} ms`),
    isGoal
      ? atMost(`${what} longest task`, worst, 100, 'ms', `${longTasks.length} over 50 ms`)
      : plain(`${what} longest task`, `${worst} ms, ${longTasks.length} over 50 ms`),
    atMost(`${what} scripts`, scriptPct, isGoal ? 15 : 30, '%', `main thread busy ${taskPct.toFixed(1)} %`),
  ];
}

function plain(what: string, measured: string): Row {
  return { what, goal: '—', measured, isMet: null };
}

async function figures(cdp: Scene['cdp']): Promise<(name: string) => number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (name) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
}

/** Runs in the page. */
function follow(forMs: number): Promise<Watched> {
  return new Promise((resolve) => {
    const seen: number[] = [];
    const longTasks: number[] = [];
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longTasks.push(duration);
    });
    observer.observe({ type: 'longtask' });
    const startedMs = performance.now();
    let lastMs = startedMs;
    const next = (nowMs: number): void => {
      if (nowMs > lastMs) seen.push(nowMs - lastMs);
      lastMs = nowMs;
      if (nowMs - startedMs < forMs) requestAnimationFrame(next);
      else {
        observer.disconnect();
        resolve({ frames: seen, longTasks });
      }
    };
    requestAnimationFrame(next);
  });
}

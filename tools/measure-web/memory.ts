import { atMost, type Part, type Row } from './measure.ts';
import type { Scene } from './stage.ts';

const PER_SECOND = 200;
const WARM_UP_MS = 30_000;
const MINUTE_MS = 60_000;
const MB = 1_000_000;
const GOAL_MB = 10;
const FULL_MINUTES = 30;

/** What the page still holds after minutes of streaming, garbage collected before each reading. */
export const memory: Part = {
  name: 'memory',
  needsProduct: true,
  async measure(stage, { minutes }) {
    const scene = await stage.scene('/app/trading', { perSecond: PER_SECOND });
    const row = await growth(scene, { what: `heap growth in ${minutes} min at ${PER_SECOND}/s`, minutes });
    await scene.end();
    return [row];
  },
};

/** Reads the heap each minute, after a time in which a page becomes what it is. */
export async function growth(
  { page, cdp }: Pick<Scene, 'page' | 'cdp'>,
  { what, minutes }: { readonly what: string; readonly minutes: number },
): Promise<Row> {
  await page.waitForTimeout(WARM_UP_MS);
  const readings = [await heapMb(cdp)];
  for (let minute = 0; minute < minutes; minute += 1) {
    await page.waitForTimeout(MINUTE_MS);
    readings.push(await heapMb(cdp));
  }
  const grown = readings.at(-1)! - readings[0]!;
  const note = `of ${readings[0]!.toFixed(1)} MB${minutes < FULL_MINUTES ? `; the goal is for ${FULL_MINUTES} minutes` : ''}; each minute ${readings.map((mb) => mb.toFixed(1)).join(' ')}`;
  return atMost(what, grown, GOAL_MB, 'MB', note);
}

async function heapMb(cdp: Scene['cdp']): Promise<number> {
  await cdp.send('HeapProfiler.enable');
  await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return usedSize / MB;
}

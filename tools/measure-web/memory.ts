import { fillPro } from './fill-pro.ts';
import { atMost, type Part, type Row } from './measure.ts';
import type { Scene } from './stage.ts';

/** Many rows, and all panels. */
const STREAMING_PATHS = ['/app/trading', '/app/pro-dashboard'];
const PER_SECOND = 200;
const AUDIT_PER_SECOND = 50;
const WARM_UP_MS = 30_000;
const MINUTE_MS = 60_000;
const MB = 1_000_000;
const GOAL_MB = 10;
const FULL_MINUTES = 30;
/** Between two readings that the row tells apart from heap. */
const TOLD_EVERY_MINUTES = 10;

/** A page that is watched, and what its row is called. */
interface Watched extends Pick<Scene, 'page' | 'cdp'> {
  readonly what: string;
}

/** What a page holds once its garbage is collected. */
interface Held {
  readonly heapMb: number;
  readonly nodes: number;
  readonly listeners: number;
}

/** What pages still hold after minutes of streaming, each in a tab of its own beside the others, garbage collected before each reading. */
export const memory: Part = {
  name: 'memory',
  needsProduct: true,
  async measure(stage, { minutes, paths }) {
    await fillPro(stage);
    const scenes: (Watched & Pick<Scene, 'end'>)[] = [];
    for (const path of paths ?? STREAMING_PATHS) {
      const rates = { perSecond: PER_SECOND, auditPerSecond: AUDIT_PER_SECOND };
      const what = `${path.slice('/app/'.length)}: heap growth in ${minutes} min at ${PER_SECOND}/s`;
      scenes.push({ ...(await stage.scene(path, rates)), what });
    }
    const rows = await growth(scenes, minutes);
    for (const { end } of scenes) await end();
    return rows;
  },
};

/** Reads what pages hold each minute, after a time in which a page becomes what it is; a row for each of them. */
export async function growth(watched: readonly Watched[], minutes: number): Promise<readonly Row[]> {
  const waitMs = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));
  await waitMs(WARM_UP_MS);
  const readings = new Map(watched.map((each) => [each, [] as Held[]]));
  for (let minute = 0; minute <= minutes; minute += 1) {
    if (minute > 0) await waitMs(MINUTE_MS);
    for (const [{ cdp }, held] of readings) held.push(await readHeld(cdp));
  }
  return [...readings].map(([{ what }, held]) => {
    const grown = held.at(-1)!.heapMb - held[0]!.heapMb;
    return atMost(what, grown, GOAL_MB, 'MB', wordsOf(held, minutes));
  });
}

function wordsOf(held: readonly Held[], minutes: number): string {
  const told = held.filter((_, minute) => minute % TOLD_EVERY_MINUTES === 0 || minute === minutes);
  const list = (pick: (each: Held) => string | number): string => told.map(pick).join(', ');
  return [
    `of ${held[0]!.heapMb.toFixed(1)} MB`,
    ...(minutes < FULL_MINUTES ? [`the goal is for ${FULL_MINUTES} minutes`] : []),
    `each minute ${held.map(({ heapMb }) => heapMb.toFixed(1)).join(' ')}`,
    `every ${TOLD_EVERY_MINUTES} minutes nodes ${list(({ nodes }) => nodes)}, listeners ${list(({ listeners }) => listeners)}`,
  ].join('; ');
}

async function readHeld(cdp: Scene['cdp']): Promise<Held> {
  await cdp.send('HeapProfiler.enable');
  await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await cdp.send('Memory.getDOMCounters');
  return { heapMb: usedSize / MB, nodes, listeners: jsEventListeners };
}

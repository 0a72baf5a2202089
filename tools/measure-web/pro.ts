import { fillPro } from './fill-pro.ts';
import { watchScene } from './frames.ts';
import { growth } from './memory.ts';
import { atMost, type Part, type Row } from './measure.ts';
import { paintRows } from './paint.ts';
import type { Stage } from './stage.ts';

const PATH = '/app/pro-dashboard';
const PER_SECOND = 200;
const AUDIT_PER_SECOND = 50;
const TAIL_ROWS = 1000;
const WARM_UP_MS = 4000;
const PAINT_RUNS = 3;
const OPEN_GOAL_MS = 3000;
/** Of panels and rows, even where a busy machine reads them late. */
const FILLED_WITHIN_MS = 120_000;
const PANELS = 16;

/** The pro dashboard with all its panels live: how soon it stands, what it costs at 200 items a second, its tail at full length, its memory. */
export const pro: Part = {
  name: 'pro',
  needsProduct: true,
  async measure(stage, { minutes }) {
    await fillPro(stage);
    return [
      ...(await paintRows(stage, { path: PATH, runs: PAINT_RUNS })),
      await opening(stage),
      ...(await streaming(stage)),
      ...(await tailing(stage)),
      ...(await remembering(stage, minutes)),
    ];
  },
};

/** From the first byte asked for until every panel stands with its figures. */
async function opening(stage: Stage): Promise<Row> {
  const { page, end } = await stage.bare();
  const startedMs = performance.now();
  await page.goto(PATH);
  await page.waitForFunction(
    (panels) =>
      document.querySelectorAll('[data-panel]').length === panels && document.querySelector('main .skeleton') === null,
    PANELS,
    { polling: 'raf', timeout: FILLED_WITHIN_MS },
  );
  const tookMs = performance.now() - startedMs;
  await end();
  return atMost(`pro-dashboard opens, all ${PANELS} panels with figures`, Math.round(tookMs), OPEN_GOAL_MS, 'ms');
}

async function streaming(stage: Stage): Promise<readonly Row[]> {
  const scene = await stage.scene(PATH, { perSecond: PER_SECOND });
  await scene.page.waitForTimeout(WARM_UP_MS);
  const rows = await watchScene(scene, { what: `pro-dashboard at ${PER_SECOND}/s:`, isGoal: true });
  await scene.end();
  return rows;
}

async function tailing(stage: Stage): Promise<readonly Row[]> {
  const scene = await stage.scene(`${PATH}?panel=tail&tailCap=${TAIL_ROWS}`, {
    perSecond: PER_SECOND,
    auditPerSecond: AUDIT_PER_SECOND,
  });
  await scene.page
    .locator('[data-panel=tail]')
    .getByText(`${TAIL_ROWS.toLocaleString('en-US')} rows`)
    .waitFor({ timeout: FILLED_WITHIN_MS });
  const what = `tail, ${TAIL_ROWS} rows at ${AUDIT_PER_SECOND}/s:`;
  const rows = await watchScene(scene, { what, isGoal: true });
  await scene.end();
  return rows;
}

async function remembering(stage: Stage, minutes: number): Promise<readonly Row[]> {
  const scene = await stage.scene(PATH, { perSecond: PER_SECOND, auditPerSecond: AUDIT_PER_SECOND });
  const what = `pro-dashboard heap growth in ${minutes} min`;
  const rows = await growth([{ ...scene, what }], minutes);
  await scene.end();
  return rows;
}

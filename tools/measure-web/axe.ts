import type { Page, Route } from '@playwright/test';
import { APP_PAGES } from '../../e2e/app-pages.ts';
import { LAYERS } from './axe-layers.ts';
import type { Part, Row } from './measure.ts';
import type { Scene, Stage } from './stage.ts';
import { StillPage } from './still-page.ts';

const WIDTHS = [1440, 1024, 390] as const;
const THEMES = ['dark', 'light'] as const;
type Theme = (typeof THEMES)[number];
const HEIGHT = 900;
/** Until data are there, and until what is late for a moment is no longer dimmed. */
const SETTLED_WITHIN_MS = 120_000;
const LOOKS = 4;
const BETWEEN_LOOKS_MS = 1500;
/** Skeletons have come by then, and the words for an answer that takes long. */
const LOADING_MS = 4500;
const NOTICED_WITHIN_MS = 20_000;
/** Older than twice the longest interval. */
const CUT_OFF_MS = 61_000;

/** What the frame of a page needs to open at all: it keeps its server in every state. */
const FRAME_CALLS =
  /\/api\/(gate|auth|health|stream|settings\/appearance|trading\/execution|kill-switch|notifications)/;
/** Lists that are empty on a fresh installation. */
const LISTS =
  /\/api\/(portfolio\/(positions|transfers)|history|audit\/(trades|events)|arbitrage\/(opportunities|executions)|trading\/(decisions|trailing)|liquidations|cooldowns)/;

/** What opens over a page, as the tool's list of pages names it. */
const OVER = 'over';

interface State {
  readonly name: string;
  readonly enter: (scene: Scene, path: string) => Promise<void>;
}

const STATES: readonly State[] = [
  { name: 'data', enter: ({ page }, path) => openWhole(page, path) },
  {
    name: 'empty',
    async enter({ page }, path) {
      await page.route(LISTS, answerEmpty);
      await openWhole(page, path);
    },
  },
  {
    name: 'loading',
    async enter({ page }, path) {
      // Never answered: the page is left while it waits.
      await onPanels(page, () => undefined);
      await open(page, path);
      await page.waitForTimeout(LOADING_MS);
    },
  },
  {
    name: 'error',
    async enter({ page }, path) {
      const json = { ok: false, code: 'engine_unavailable', error: 'The engine does not answer', request_id: 'r1' };
      await onPanels(page, (route) => route.fulfill({ status: 503, json }));
      await open(page, path);
      await page.waitForTimeout(BETWEEN_LOOKS_MS);
    },
  },
  {
    name: 'stale',
    async enter({ page }, path) {
      await page.clock.install();
      await openWhole(page, path);
      await page.context().setOffline(true);
      const word = page.getByText('The server can not be reached.');
      // A machine that is slow may not have noticed the cut yet when the clock is put on.
      for (let tries = 0; tries < LOOKS && !(await word.isVisible()); tries += 1) {
        await page.clock.fastForward(CUT_OFF_MS);
        await word.waitFor({ timeout: NOTICED_WITHIN_MS }).catch(() => undefined);
      }
      await word.waitFor();
    },
  },
];

/** Violations of WCAG A and AA: every page at three widths, in both themes and five states, and what opens over a page. */
export const axe: Part = {
  name: 'axe',
  needsProduct: true,
  isLong: true,
  async measure(stage, { paths }) {
    const rows: Row[] = [];
    const still = await StillPage.open(stage);
    const isWanted = (path: string): boolean => paths === null || paths.includes(path);
    for (const path of [...APP_PAGES.map((each) => each.path), '/gate'].filter(isWanted)) {
      const found = new Findings();
      const states = path === '/gate' ? STATES.slice(0, 1) : STATES;
      for (const { name, enter } of states)
        await look(stage, still, found, { name, enter: (scene) => enter(scene, path) });
      rows.push(...found.rows(path));
      rows.slice(-WIDTHS.length).forEach(({ what, measured }) => console.log(`  ${what}: ${measured}`));
    }
    if (!isWanted(OVER)) return rows;
    const over = new Findings();
    for (const layer of LAYERS)
      await look(stage, still, over, {
        name: layer.name,
        async enter({ page }) {
          await openWhole(page, layer.path);
          await layer.show(page);
        },
      });
    return [...rows, ...over.rows(OVER)];
  },
};

/** What was found at each width, and in how many looks. */
class Findings {
  readonly #found = new Map<number, string[]>(WIDTHS.map((width) => [width, []]));
  #looks = 0;

  add(width: number, where: string, found: readonly string[]): void {
    this.#looks += 1;
    this.#found.get(width)?.push(...found.map((each) => `${where}: ${each}`));
  }

  rows(what: string): Row[] {
    return [...this.#found].map(([width, found]) => ({
      what: `axe ${what} ${width} px`,
      goal: '0',
      measured: `${found.length} in ${this.#looks / WIDTHS.length} looks${found.map((each) => `\n    ${each}`).join('')}`,
      isMet: found.length === 0,
    }));
  }
}

interface Sight {
  readonly name: string;
  readonly enter: (scene: Scene) => Promise<void>;
}

/** Looks at one state at every width and in both themes. */
async function look(stage: Stage, still: StillPage, findings: Findings, { name, enter }: Sight): Promise<void> {
  const scene = await stage.bare();
  const { page } = scene;
  try {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await enter(scene);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      const found = await lasting(page, still, width);
      for (const theme of THEMES) findings.add(width, `${name}, ${theme}`, found[theme]);
      console.log(`    ${name}, ${width} px: ${THEMES.reduce((sum, theme) => sum + found[theme].length, 0)}`);
    }
  } finally {
    // What was never answered must not hold the page.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await scene.end();
  }
}

/** A row that goes is dimmed for a moment, which nobody reads: what counts is what stays. */
async function lasting(page: Page, still: StillPage, width: number): Promise<Record<Theme, string[]>> {
  const found: Record<Theme, string[]> = { dark: [], light: [] };
  for (let looks = 0; looks < LOOKS; looks += 1) {
    await page.waitForTimeout(BETWEEN_LOOKS_MS);
    await still.take(page, { width, height: HEIGHT });
    // What is not about colours is the same in both themes.
    for (const theme of THEMES)
      found[theme] = await still.violations(theme, theme === 'dark' ? 'everything' : 'colours');
    if (THEMES.every((theme) => found[theme].length === 0)) break;
  }
  return found;
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator('h1').first().waitFor({ timeout: SETTLED_WITHIN_MS });
}

async function openWhole(page: Page, path: string): Promise<void> {
  await open(page, path);
  // A button is busy as often as it asks again.
  await page.waitForFunction(
    () => document.querySelector('main [aria-busy="true"]:not(button), main .skeleton') === null,
    null,
    { timeout: SETTLED_WITHIN_MS },
  );
}

/** Treats every reading call of a page's panels alike. */
async function onPanels(page: Page, treat: (route: Route) => Promise<void> | undefined): Promise<void> {
  await page.route('**/api/**', (route) => {
    const request = route.request();
    return request.method() !== 'GET' || FRAME_CALLS.test(request.url()) ? route.fallback() : treat(route);
  });
}

/** The product's own answer with its lists emptied. */
async function answerEmpty(route: Route): Promise<void> {
  const response = await route.fetch({ maxRetries: 3 }).catch(() => null);
  // The page may have gone meanwhile.
  if (response === null) return route.abort().catch(() => undefined);
  const text = await response.text();
  if (!response.ok() || !text.startsWith('{')) return route.fulfill({ response, body: text });
  const answer = JSON.parse(text) as Record<string, unknown>;
  for (const [key, value] of Object.entries(answer)) if (Array.isArray(value)) answer[key] = [];
  await route.fulfill({ response, json: answer });
}

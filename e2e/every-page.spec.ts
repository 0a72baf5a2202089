import type { Page } from '@playwright/test';
import { APP_PAGES, type AppPage } from './app-pages.ts';
import { chooseTheme, expect, signedIn as test, violations } from './product.ts';
import { setTheme } from './violations.ts';

const WIDTHS = [1920, 1440, 1024, 768, 390, 320] as const;
/** What axe looks at, and in which theme: every width once. Both themes at each of them, in every state: `measure:web -- --only axe`. */
const LOOKED_AT: ReadonlyMap<number, 'dark' | 'light'> = new Map([
  [1440, 'dark'],
  [1024, 'light'],
  [390, 'light'],
]);
const TAB_STOPS = 12;

/** Waits until the page shows what it is for and nothing on it is still a skeleton. */
async function open(page: Page, { path, heading }: AppPage): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
  await expect(page.getByRole('status', { name: 'Connection to the server' })).toContainText('Connected');
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
}

/** What reaches past the right edge, by name; scrolling inside a panel is no fault. */
function widest(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const edge = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= edge) return [];
    return [...document.querySelectorAll('body *')]
      .filter(
        (element) => element.getBoundingClientRect().right > edge + 1 && element.closest('.overflow-x-auto') === null,
      )
      .map((element) => `${element.tagName} ${(element.getAttribute('class') ?? '').slice(0, 80)}`)
      .slice(0, 5);
  });
}

/** What is wrong with the control that has the focus: no size, out of sight, no ring; null: nothing. */
function faultOfStop(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const element = document.activeElement;
    // The guards of a widget hand the focus on at once and are no stop of their own.
    if (element === null || element === document.body || element.matches('[data-radix-focus-guard]')) return null;
    const name = `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent.slice(0, 40)}`;
    const box = element.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) return `${element.outerHTML.slice(0, 120)}: has no size`;
    if (box.bottom <= 0 || box.top >= innerHeight) return `${name}: is out of sight`;
    const ringed = [element, element.parentElement, element.closest('label')].some((candidate) => {
      if (candidate === null) return false;
      const style = getComputedStyle(candidate);
      return (style.outlineStyle !== 'none' && style.outlineWidth !== '0px') || style.boxShadow !== 'none';
    });
    return ringed ? null : `${name}: shows no ring`;
  });
}

for (const entry of APP_PAGES) {
  test(`${entry.path} stands at every width and at doubled text, accessible in both themes, every stop of the tab key ringed`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await chooseTheme(page, 'dark');
    await open(page, entry);
    if (entry.path === '/app/arbitrage') await expect(page.locator('tr[data-id]').first()).toBeVisible();
    const faults: string[] = [];
    // The frame is the same everywhere: the walk begins where the page does.
    await page.getByRole('main').focus();
    for (let stop = 0; stop < TAB_STOPS; stop += 1) {
      await page.keyboard.press('Tab');
      const fault = await faultOfStop(page);
      if (fault !== null) faults.push(fault);
    }
    expect.soft(faults).toEqual([]);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => widest(page), { message: `reaches past ${width} px` }).toEqual([]);
      await expect(page.getByRole('button', { name: 'Kill switch' }), `at ${width} px`).toBeInViewport({ ratio: 1 });
      const theme = LOOKED_AT.get(width);
      if (theme === undefined) continue;
      await setTheme(page, theme);
      // What is late for a moment is dimmed for a moment: looked at until the page is at rest.
      const look = { message: `${theme}, ${width} px`, timeout: 60_000 };
      await expect.poll(() => violations(page), look).toEqual([]);
    }
    // What 200 % zoom and 200 % text together leave of a desktop's window.
    await page.setViewportSize({ width: 720, height: 500 });
    await page.addStyleTag({ content: 'html { font-size: 200% }' });
    await expect.poll(() => widest(page), { message: 'reaches past 720 px at doubled text' }).toEqual([]);
    await expect(page.getByRole('button', { name: 'Kill switch' })).toBeInViewport();
  });
}

test('keys lead to every page', async ({ page }) => {
  await page.goto('/app/arbitrage');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const { key, path, heading } of [...APP_PAGES].reverse()) {
    // The second key counts only within a moment of the first, which a busy machine may miss.
    await expect(async () => {
      await page.keyboard.press('g');
      await page.keyboard.press(key);
      await expect(page).toHaveURL(new RegExp(`${path}(\\?|$)`), { timeout: 2_000 });
    }).toPass();
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
  }
});

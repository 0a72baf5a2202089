import type { Locator, Page } from '@playwright/test';
import { chooseTheme, expect, signedIn, test as visitor } from './product.ts';

visitor.use({ timezoneId: 'UTC' });
signedIn.use({ timezoneId: 'UTC', viewport: { width: 1440, height: 760 } });

/** Another version of the browser draws edges and letters a little differently. */
const ALIKE = { maxDiffPixelRatio: 0.02, animations: 'disabled', caret: 'hide' } as const;

/** A picture is taken only in the app's own letters. */
async function lettersLoaded(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
}

async function looksAsBefore(place: Locator, name: string): Promise<void> {
  await lettersLoaded(place.page());
  // Times and ages move by themselves.
  const mask = [place.locator('time'), place.getByTitle(/^updated /)];
  await expect.soft(place).toHaveScreenshot(`${name}.png`, { ...ALIKE, mask, maskColor: '#808080' });
}

for (const [theme, width] of [
  ['dark', 1440],
  ['light', 390],
] as const)
  visitor(`the gate looks as before, ${theme} at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 760 });
    await chooseTheme(page, theme);
    await page.goto('/gate');
    await expect(page.getByLabel('Gate password')).toBeFocused();
    await looksAsBefore(page.locator('form'), `gate-${theme}-${width}`);
  });

signedIn('what every page has looks as before: shortcuts, kill switch, palette', async ({ page }) => {
  await chooseTheme(page, 'dark');
  await page.goto('/app/settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await page.keyboard.press('?');
  const shortcuts = page.getByRole('dialog');
  await expect(shortcuts).toContainText('Kill switch');
  await looksAsBefore(shortcuts, 'shortcuts-dark');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Alt+Shift+K');
  const kill = page.getByRole('alertdialog');
  await expect(kill.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await looksAsBefore(kill, 'kill-switch-dark');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog');
  await palette.getByRole('combobox').fill('API Keys');
  await expect(palette.getByRole('option').first()).toContainText('API Keys');
  await looksAsBefore(palette, 'palette-dark');
});

signedIn('empty panels look as before', async ({ page }) => {
  await chooseTheme(page, 'light');
  await page.route('**/api/portfolio/positions*', (route) =>
    route.fulfill({ json: { ok: true, success: true, positions: [] } }),
  );
  await page.route('**/api/history*', (route) =>
    route.fulfill({ json: { ok: true, success: true, history: [], count: 0, total: 0, has_more: false } }),
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/app/portfolio');
  const positions = page.getByRole('region', { name: 'Current Positions' });
  await expect(positions).toContainText('No active positions. Start trading to see positions here.');
  await looksAsBefore(positions, 'no-positions-light-390');
});

for (const [theme, width] of [
  ['dark', 1440],
  ['light', 390],
] as const)
  signedIn(`settings look as before, ${theme} at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await chooseTheme(page, theme);
    await page.goto('/app/settings?section=appearance');
    const section = page.getByRole('region', { name: 'Appearance' });
    await expect(section).toBeVisible();
    await looksAsBefore(section, `appearance-${theme}-${width}`);
  });

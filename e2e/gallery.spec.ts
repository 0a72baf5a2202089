import { spawn, type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { violations } from './product.ts';

const WEB = fileURLToPath(new URL('../apps/web', import.meta.url));
let server: ChildProcess;
let address: string;

test.beforeAll(async () => {
  const cli = fileURLToPath(new URL('../node_modules/vite/bin/vite.js', import.meta.url));
  server = spawn(process.execPath, [cli, '--port', '0', '--clearScreen', 'false'], { cwd: WEB });
  address = await new Promise<string>((resolve, reject) => {
    let said = '';
    server.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      // The address comes in bold.
      const found = /http:\/\/127\.0\.0\.1:\S*?(\d{2,5})\S*\//.exec(said);
      if (found) resolve(`http://127.0.0.1:${found[1]}/gallery/`);
    });
    server.once('exit', () => reject(new Error(`The gallery's server ended: ${said}`)));
  });
});

test.afterAll(() => server.kill());

test('every piece of the design system is in the gallery', () => {
  const shown = readdirSync(`${WEB}/gallery`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => readFileSync(`${WEB}/gallery/${name}`, 'utf8'))
    .join('\n');
  const pieces = readdirSync(`${WEB}/src/ui`).filter((name) => name.endsWith('.tsx') && !name.includes('.test.'));
  const sources = pieces.map((name) => ({ name, source: readFileSync(`${WEB}/src/ui/${name}`, 'utf8') }));
  // A part that another piece draws is shown with it.
  const isPart = (piece: string) =>
    sources.some(({ name, source }) => name !== piece && source.includes(`./${piece}'`));
  expect(pieces.filter((piece) => !shown.includes(`/ui/${piece}'`) && !isPart(piece))).toEqual([]);
});

test('the gallery is accessible in both themes, on a desk and on a phone', async ({ page }) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(address, { timeout: 90_000 });
  await expect(page.getByRole('application')).toBeVisible({ timeout: 60_000 });
  for (const [theme, density, colours, width] of [
    ['Dark', 'Default', 'Standard', 1440],
    ['Light', 'Compact', 'Blue/orange', 390],
  ] as const) {
    await page.setViewportSize({ width, height: 1000 });
    for (const name of [theme, density, colours]) await page.getByRole('radio', { name, exact: true }).click();
    expect.soft(await violations(page), `${theme} ${density} ${colours} ${width}`).toEqual([]);
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  expect(complaints).toEqual([]);
});

test('the ladder of confirmations asks as it should', async ({ page }) => {
  await page.goto(`${address}#actions`, { timeout: 90_000 });
  await page.getByRole('button', { name: 'Level 1: one click' }).click();
  await expect(page.getByText('Paper order executed')).toBeVisible();
  await page.getByRole('button', { name: 'Level 2: ask' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Level 2: ask' })).toBeFocused();
  await page.getByRole('button', { name: 'Level 3: type a word' }).click();
  await expect(dialog.getByRole('button', { name: 'Go live' })).toBeDisabled();
  await dialog.getByLabel(/BINANCE/).fill('binance');
  await expect(dialog.getByRole('button', { name: 'Go live' })).toBeEnabled();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Level 3: hold' }).click();
  const hold = dialog.getByRole('button', { name: 'Hold to close all LIVE' });
  await hold.click();
  await expect(dialog).toBeVisible();
  await hold.click({ delay: 1200 });
  await expect(dialog).toBeHidden();
});

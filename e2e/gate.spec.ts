import { gzipSync } from 'node:zlib';
import { gatePassword } from './passwords.ts';
import { chooseTheme, expect, test, violations } from './product.ts';

test('a first visitor is sent to the gate and comes back to the page asked for', async ({ page }) => {
  await page.goto('/app/arbitrage?edge=entry');
  await expect(page).toHaveURL(/\/gate\?next=/);
  await expect(page).toHaveTitle('Riptide 2.0.0');
  await expect(
    page.getByText('Single password mode is enabled. Contact your administrator if you need access.'),
  ).toBeVisible();
  await page.getByLabel('Gate password').fill(gatePassword());
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/app\/arbitrage\?edge=entry$/);
  await expect(page.getByText('Access granted!')).toBeVisible();
});

test('a wrong password is refused in words and can be corrected', async ({ page, watch }) => {
  // The browser itself reports the 401 that is the point of this journey.
  watch.allow(/status of 401/);
  await page.goto('/gate');
  const field = page.getByLabel('Gate password');
  await page.getByRole('button', { name: 'Enter Platform' }).click();
  await expect(page.getByRole('alert').getByText('Please enter the gate password')).toBeVisible();
  await field.fill('not the password');
  await page.getByRole('button', { name: 'Enter Platform' }).click();
  await expect(page.getByRole('alert').getByText('Invalid password')).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill(gatePassword());
  await expect(page.getByRole('button', { name: 'Enter Platform' })).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/app$/);
});

test('signing out closes the gate for every page', async ({ page }) => {
  await page.goto('/gate');
  await page.getByLabel('Gate password').fill(gatePassword());
  await page.keyboard.press('Enter');
  await page.waitForURL('**/app');
  await page.getByRole('button', { name: /user menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/gate$/);
  await page.goto('/app/settings');
  await expect(page).toHaveURL(/\/gate\?next=%2Fapp%2Fsettings$/);
});

for (const theme of ['dark', 'light'] as const) {
  test(`the gate has no accessibility violation (${theme})`, async ({ page }) => {
    await chooseTheme(page, theme);
    await page.goto('/gate');
    await expect(page.getByText(/Server online/)).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
}

test("the gate's first screen loads at most 80 kB of script, gzipped", async ({ page }) => {
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) sizes.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
  });
  await page.goto('/gate');
  await expect(page.getByText(/Server online/)).toBeVisible();
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expect(total).toBeGreaterThan(0);
  expect(total).toBeLessThanOrEqual(80_000);
});

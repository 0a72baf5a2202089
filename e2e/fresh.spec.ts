import { chooseTheme, expect, signedIn as test, violations } from './product.ts';

test('a fresh installation: every empty panel says what comes next', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await chooseTheme(page, 'dark');
  const texts: Readonly<Record<string, readonly (string | RegExp)[]>> = {
    '/app/trading': ['No active positions', 'No closed trade yet', 'Chart will be implemented here'],
    '/app/portfolio': ['No active positions. Start trading to see positions here.', 'No active trades'],
    '/app/history': ['No trading history available'],
    // The radar decides as soon as enough is liquidated, whether an engine runs or not; outcomes take minutes.
    '/app/ai-metrics': [/No (decisions|outcomes) yet/],
  };
  for (const [path, said] of Object.entries(texts)) {
    await page.goto(path);
    for (const text of said) await expect.soft(page.getByRole('main').getByText(text).first(), path).toBeVisible();
    expect.soft(await violations(page), path).toEqual([]);
  }
  await page.route('**/api/admin/connections', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { venues: Record<string, object> };
    for (const venue of Object.keys(body.venues))
      body.venues[venue] = {
        ...body.venues[venue],
        hasKeys: false,
        connected: false,
        api_key_configured: false,
        api_secret_configured: false,
        api_key_masked: null,
      };
    await route.fulfill({ json: body });
  });
  await page.goto('/app/api-keys');
  await expect(page.getByText('No exchanges configured yet').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Configure BINANCE' }).first()).toBeVisible();
  expect.soft(await violations(page), 'api-keys').toEqual([]);
});

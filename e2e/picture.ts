import type { Page, TestInfo } from '@playwright/test';

/** So high that a page stands in it whole: bars that stick would lie over the middle of a longer picture. */
const FRAMES = [
  { width: 1440, height: 1800 },
  { width: 390, height: 3200 },
] as const;
/** Takes the state as a person sees it on a desk and on a phone; the pictures lie beside the results of the run. */
export async function picture(page: Page, info: TestInfo, name: string): Promise<void> {
  for (const frame of FRAMES) {
    await page.setViewportSize(frame);
    await page.screenshot({ path: info.outputPath(`${name}-${frame.width}.png`) });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

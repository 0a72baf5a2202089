import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Rules whose verdict a change of the theme alone can change. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Finds accessibility violations of WCAG A and AA, or those of colours alone, from the top of the page; empty is the goal. */
export async function violations(page: Page, about: 'everything' | 'colours' = 'everything'): Promise<string[]> {
  // WHY: what lies half under a bar that stays in sight would count as a target too small to press; a line further it is whole.
  await page.evaluate(() => {
    scrollTo({ top: 0, behavior: 'instant' });
    for (const bar of document.querySelectorAll('footer')) bar.style.position = 'static';
  });
  // WHY: told of everything that passed as well, and gathering it in a page of its own, it needs half as much time again. There are no frames.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
  const { violations: found } = await (
    about === 'everything' ? axe.withTags(AXE_TAGS) : axe.withRules(COLOUR_RULES)
  ).analyze();
  await page.evaluate(() => {
    for (const bar of document.querySelectorAll('footer')) bar.style.position = '';
  });
  return found.map(
    (violation) =>
      `${violation.id}: ${violation.nodes.map((node) => `${node.target.join(' ')} ${node.html.slice(0, 160)}`).join(', ')}`,
  );
}

/** Changes the theme and waits until the page is drawn in it: a colour on its way is still the old one. */
export async function setTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.evaluate(async (chosen) => {
    document.documentElement.dataset['theme'] = chosen;
    for (let frame = 0; frame < 3; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
    const moves = document.getAnimations().filter((move) => move instanceof CSSTransition);
    await Promise.allSettled(moves.map(({ finished }) => finished));
  }, theme);
}

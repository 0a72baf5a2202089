import type { Page } from '@playwright/test';
import { setTheme, violations } from '../../e2e/violations.ts';
import type { Scene, Stage } from './stage.ts';

const ADDRESS = '/still';
const LAID_OUT_WITHIN_MS = 60_000;

/**
 * What a page showed at one moment, without its scripts: the rules take seconds, and a page that draws prices meanwhile takes the machine
 * away from them and changes under their eyes.
 */
export class StillPage {
  readonly #page: Page;
  #html = '';

  private constructor(scene: Scene) {
    this.#page = scene.page;
  }

  static async open(stage: Stage): Promise<StillPage> {
    const scene = await stage.bare();
    const still = new StillPage(scene);
    await scene.page.emulateMedia({ reducedMotion: 'reduce' });
    await scene.page.route(`**${ADDRESS}`, (route) => route.fulfill({ contentType: 'text/html', body: still.#html }));
    return still;
  }

  /** Takes what a page shows now, with what was typed and chosen. */
  async take(page: Page, viewport: { readonly width: number; readonly height: number }): Promise<void> {
    this.#html = await page.evaluate(() => {
      const copy = document.documentElement.cloneNode(true) as HTMLElement;
      for (const element of copy.querySelectorAll('script, link[rel="modulepreload"]')) element.remove();
      const typed = document.querySelectorAll('input');
      for (const [at, field] of copy.querySelectorAll('input').entries())
        field.setAttribute('value', typed[at]?.value ?? '');
      return `<!doctype html>${copy.outerHTML}`;
    });
    await this.#page.setViewportSize(viewport);
    await this.#page.goto(ADDRESS, { timeout: LAID_OUT_WITHIN_MS });
    await this.#page.evaluate(() => document.fonts.ready.then(() => undefined));
  }

  /** Finds what violates the rules, in one theme. */
  async violations(theme: 'dark' | 'light', about: 'everything' | 'colours'): Promise<string[]> {
    await setTheme(this.#page, theme);
    return violations(this.#page, about);
  }
}

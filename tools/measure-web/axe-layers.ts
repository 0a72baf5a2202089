import type { Page } from '@playwright/test';

/** Something that opens over a page, or a part of one that is asked for. */
interface Layer {
  readonly name: string;
  readonly path: string;
  readonly show: (page: Page) => Promise<void>;
}

const nothing = (): Promise<void> => Promise.resolve();
const SETTINGS = ['notifications', 'security', 'appearance', 'data', 'keyboard', 'help', 'about'];

/** The layers of the frame and the sections of Settings; each is opened on a wide screen and stays while it narrows. */
export const LAYERS: readonly Layer[] = [
  { name: 'kill switch', path: '/app/dashboard', show: (page) => byKey(page, 'Alt+Shift+K', 'alertdialog') },
  { name: 'palette', path: '/app/dashboard', show: (page) => byKey(page, 'Control+k', 'dialog') },
  { name: 'shortcuts', path: '/app/dashboard', show: (page) => byKey(page, '?', 'dialog') },
  { name: 'notices', path: '/app/dashboard', show: (page) => byKey(page, 'n', 'dialog') },
  {
    name: 'user menu',
    path: '/app/dashboard',
    async show(page) {
      await page.getByRole('button', { name: /user menu/ }).click();
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'account login',
    path: '/app/dashboard',
    async show(page) {
      await page.getByRole('button', { name: /user menu/ }).click();
      await page.getByRole('menuitem', { name: 'Switch to Account Login' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'go-live checklist',
    path: '/app/dashboard',
    async show(page) {
      await page.getByRole('button', { name: /^Go-live checklist/ }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  ...SETTINGS.map((section): Layer => ({
    name: `settings, ${section}`,
    path: `/app/settings?section=${section}`,
    show: nothing,
  })),
];

async function byKey(page: Page, key: string, role: 'dialog' | 'alertdialog'): Promise<void> {
  await page.keyboard.press(key);
  await page.getByRole(role).first().waitFor();
}

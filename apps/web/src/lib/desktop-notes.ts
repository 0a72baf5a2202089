import { currentPreferences } from './preferences.ts';

/** What a browser permits a page: `unsupported` where it has no notifications at all, or none without TLS. */
export type DesktopPermission = 'unsupported' | NotificationPermission;

/** Tells what this browser permits now; asks nobody. */
export function desktopPermission(): DesktopPermission {
  return typeof Notification === 'undefined' || !window.isSecureContext ? 'unsupported' : Notification.permission;
}

/** Asks the person; call it only after a click for it. */
export async function askDesktopPermission(): Promise<DesktopPermission> {
  return desktopPermission() === 'unsupported' ? 'unsupported' : Notification.requestPermission();
}

/** Amounts of money, e.g. `+12.40 USD`, `$1,250`, `0.5 BTCUSDT`. */
const AMOUNT = /[-+]?\$\s?\d[\d,.]*|[-+]?\d[\d,.]*\s?(?:[A-Z]{2,}\b|bps\b|%)/g;

/** Takes amounts out of a text that others may see on the screen. */
export function withoutAmounts(text: string): string {
  return text.replace(AMOUNT, '•••');
}

export interface DesktopNote {
  readonly tag: string;
  readonly title: string;
  readonly body: string;
}

/** Shows a note of the desktop where they are on and permitted; its click brings the page to the front. */
export function showDesktopNote({ tag, title, body }: DesktopNote): void {
  const { desktop, desktopAmounts } = currentPreferences();
  if (desktop === 'off' || desktopPermission() !== 'granted') return;
  const isOpen = desktopAmounts === 'shown';
  try {
    const note = new Notification(isOpen ? title : withoutAmounts(title), {
      body: isOpen ? body : '',
      tag: `riptide:${tag}`,
      icon: '/favicon.svg',
    });
    note.addEventListener('click', () => {
      window.focus();
      note.close();
    });
  } catch (e) {
    // Phones have the name but let only service workers use it; the bell keeps the message all the same.
    console.info('This browser shows no notes of a page.', e);
  }
}

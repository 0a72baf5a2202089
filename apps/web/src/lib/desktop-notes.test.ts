import { afterEach, expect, it, vi } from 'vitest';
import { askDesktopPermission, desktopPermission, showDesktopNote, withoutAmounts } from './desktop-notes.ts';
import { setPreferences } from './preferences.ts';

const NOTE = { tag: '7', title: 'Closed long BTCUSDT: net 12.40 USD', body: '0.5 BTCUSDT from 91,000 to 91,100' };

function stand(permission: NotificationPermission) {
  const shown: { readonly title: string; readonly body: string | undefined }[] = [];
  class Stand extends EventTarget {
    static permission = permission;
    static requestPermission = () => Promise.resolve<NotificationPermission>('granted');
    constructor(title: string, options: NotificationOptions) {
      super();
      shown.push({ title, body: options.body });
    }
  }
  vi.stubGlobal('Notification', Stand);
  vi.stubGlobal('isSecureContext', true);
  return shown;
}

afterEach(() => {
  vi.unstubAllGlobals();
  setPreferences({ desktop: 'off', desktopAmounts: 'hidden' });
});

it('shows nothing before it was switched on, nor without permission', () => {
  const shown = stand('granted');
  showDesktopNote(NOTE);
  setPreferences({ desktop: 'on' });
  const denied = stand('denied');
  showDesktopNote(NOTE);
  expect([...shown, ...denied]).toEqual([]);
});

it('shows amounts only where they are allowed', () => {
  const shown = stand('granted');
  setPreferences({ desktop: 'on' });
  showDesktopNote(NOTE);
  setPreferences({ desktopAmounts: 'shown' });
  showDesktopNote(NOTE);
  expect(shown).toEqual([
    { title: 'Closed long BTCUSDT: net •••', body: '' },
    { title: NOTE.title, body: NOTE.body },
  ]);
});

it('takes every kind of amount out of a text', () => {
  expect(withoutAmounts('Lost -$1,250.50 or 12.4 bps (3 %), BTCUSDT at 14:32')).toBe(
    'Lost ••• or ••• (•••), BTCUSDT at 14:32',
  );
});

it('says so where the browser has no such notes', async () => {
  vi.stubGlobal('Notification', undefined);
  expect(desktopPermission()).toBe('unsupported');
  expect(await askDesktopPermission()).toBe('unsupported');
});

import { describe, expect, it, vi } from 'vitest';
import { parsePreferences } from './preferences.ts';

describe('parsePreferences', () => {
  it('takes the default for what is missing or unknown', () => {
    expect(parsePreferences('{"theme":"light","pnl":"rainbow"}', 'dark')).toMatchObject({
      theme: 'light',
      pnl: 'standard',
      zone: 'utc',
    });
  });

  it("follows the system's theme until one is chosen", () => {
    expect(parsePreferences(null, 'light').theme).toBe('light');
    expect(parsePreferences('{"theme":"dark"}', 'light').theme).toBe('dark');
  });

  it('survives unreadable text', () => {
    vi.spyOn(console, 'info').mockImplementation(() => {});
    expect(parsePreferences('{', 'dark')).toMatchObject({ theme: 'dark', density: 'default' });
  });
});

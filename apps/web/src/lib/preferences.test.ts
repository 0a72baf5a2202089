import { describe, expect, it, vi } from 'vitest';
import { parsePreferences } from './preferences.ts';

describe('parsePreferences', () => {
  it('takes the default for what is missing or unknown', () => {
    expect(parsePreferences('{"theme":"light","pnl":"rainbow"}')).toMatchObject({
      theme: 'light',
      pnl: 'standard',
      zone: 'utc',
    });
  });

  it('survives unreadable text', () => {
    vi.spyOn(console, 'info').mockImplementation(() => {});
    expect(parsePreferences('{')).toMatchObject({ theme: 'dark', density: 'default' });
  });
});

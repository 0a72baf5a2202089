import { afterEach, describe, expect, it, vi } from 'vitest';
import { token } from './token.ts';

const { documentElement: root } = document;

afterEach(() => {
  root.style.removeProperty('--up');
  delete root.dataset['theme'];
  delete root.dataset['pnl'];
  vi.restoreAllMocks();
});

describe('token', () => {
  it('is read once for each look, since reading settles the styles of the page', () => {
    const read = vi.spyOn(window, 'getComputedStyle');
    root.dataset['theme'] = 'dark';
    expect(token('--up')).toBe('');
    root.style.setProperty('--up', '#33d1a6');
    expect([token('--up'), token('--up')]).toEqual(['#33d1a6', '#33d1a6']);
    expect(read).toHaveBeenCalledTimes(2);
    root.style.setProperty('--up', '#00705f');
    root.dataset['theme'] = 'light';
    expect(token('--up')).toBe('#00705f');
    root.style.setProperty('--up', '#0a5fcc');
    root.dataset['pnl'] = 'cb';
    expect(token('--up')).toBe('#0a5fcc');
  });
});

import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useJumpedPanel } from './use-jumped-panel.ts';

afterEach(() => vi.unstubAllGlobals());

function scrollTo(y: number): void {
  vi.stubGlobal('scrollY', y);
  act(() => void window.dispatchEvent(new Event('scroll')));
}

test('the panel that was jumped to is the current one until the page is scrolled away', () => {
  const { result } = renderHook(useJumpedPanel);
  expect(result.current[0]).toBeNull();
  vi.stubGlobal('scrollY', 4_945);
  act(() => result.current[1]('audit'));
  scrollTo(4_945);
  scrollTo(4_930);
  expect(result.current[0], 'what the jump itself and late rows move').toBe('audit');
  scrollTo(4_600);
  expect(result.current[0]).toBeNull();
});

test('another jump takes its place', () => {
  const { result } = renderHook(useJumpedPanel);
  act(() => result.current[1]('audit'));
  vi.stubGlobal('scrollY', 900);
  act(() => result.current[1]('venues'));
  scrollTo(900);
  expect(result.current[0]).toBe('venues');
});

import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Veil } from './veil.tsx';

afterEach(cleanup);

it('keeps the page from scrolling until the last of several is gone', () => {
  const { style } = document.documentElement;
  const one = render(<Veil />);
  const other = render(<Veil />);
  expect(style.overflow).toBe('hidden');
  one.unmount();
  expect(style.overflow).toBe('hidden');
  other.unmount();
  expect(style.overflow).toBe('');
});

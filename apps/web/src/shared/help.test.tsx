import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Help } from './help.tsx';

afterEach(cleanup);

function draw(): HTMLElement {
  render(<Help text="Two-leg trades since 00:00 UTC." />);
  return screen.getByRole('button', { name: /^Help/ });
}

const isOpen = (): boolean => screen.queryByRole('tooltip') !== null;

describe('Help', () => {
  it('opens on a click and closes on the second', () => {
    const mark = draw();
    fireEvent.click(mark);
    expect(screen.getByRole('tooltip').textContent).toBe('Two-leg trades since 00:00 UTC.');
    expect(mark.getAttribute('aria-describedby')).toBe(screen.getByRole('tooltip').id);
    fireEvent.click(mark);
    expect(isOpen()).toBe(false);
  });

  it('closes on Esc', () => {
    fireEvent.click(draw());
    fireEvent.keyDown(document, { key: 'Escape' });
    expect(isOpen()).toBe(false);
  });

  it('closes on a click elsewhere', async () => {
    fireEvent.click(draw());
    // The listener for clicks elsewhere comes up a moment after the text, so that the opening click is not taken for one.
    await vi.waitFor(() => {
      fireEvent.pointerDown(document.body);
      fireEvent.click(document.body);
      expect(isOpen()).toBe(false);
    });
  });

  it('ignores a passing finger, which is no pointer that hovers', () => {
    vi.useFakeTimers();
    const mark = draw();
    fireEvent.pointerEnter(mark, { pointerType: 'touch' });
    vi.advanceTimersByTime(1000);
    expect(isOpen()).toBe(false);
    vi.useRealTimers();
  });
});

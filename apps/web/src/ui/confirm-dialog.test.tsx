import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConfirmDialog } from './confirm-dialog.tsx';

function open(by: 'click' | 'hold' | { readonly word: string }) {
  const onConfirm = vi.fn();
  const onOpenChange = vi.fn();
  render(
    <ConfirmDialog
      open
      onOpenChange={onOpenChange}
      title="Close all?"
      verb="Close all LIVE"
      by={by}
      onConfirm={onConfirm}
    >
      3 positions
    </ConfirmDialog>,
  );
  return { onConfirm, onOpenChange };
}

describe('ConfirmDialog', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  it('starts on Cancel', () => {
    open('click');
    expect(document.activeElement?.textContent).toBe('Cancel');
  });

  it('gives the focus back to where it was', () => {
    const dialog = (isOpen: boolean) => (
      <>
        <button type="button">Close all</button>
        <ConfirmDialog open={isOpen} onOpenChange={vi.fn()} title="Close all?" verb="Close" onConfirm={vi.fn()} />
      </>
    );
    const { rerender } = render(dialog(false));
    screen.getByRole('button', { name: 'Close all' }).focus();
    rerender(dialog(true));
    expect(document.activeElement?.textContent).toBe('Cancel');
    rerender(dialog(false));
    act(() => {
      vi.advanceTimersByTime(10);
    });
    expect(document.activeElement?.textContent).toBe('Close all');
  });

  it('acts only after the button was held for a second', () => {
    const { onConfirm } = open('hold');
    const button = screen.getByRole('button', { name: 'Close all LIVE' });
    fireEvent.pointerDown(button, { button: 0 });
    act(() => {
      vi.advanceTimersByTime(900);
    });
    fireEvent.pointerUp(button);
    act(() => {
      vi.advanceTimersByTime(900);
    });
    expect(onConfirm).not.toHaveBeenCalled();
    fireEvent.keyDown(button, { key: ' ' });
    act(() => {
      vi.advanceTimersByTime(1001);
    });
    expect(onConfirm).toHaveBeenCalledTimes(1);
  });

  it('needs the word, in whatever case', () => {
    open({ word: 'CLOSE' });
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Close all LIVE' });
    expect(button.disabled).toBe(true);
    fireEvent.change(screen.getByRole('textbox'), { target: { value: 'close' } });
    expect(button.disabled).toBe(false);
  });
});

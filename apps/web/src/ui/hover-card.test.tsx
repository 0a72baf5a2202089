import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadAllParts } from '../lib/lazy-part.tsx';
import { HoverCard } from './hover-card.tsx';

beforeEach(async () => {
  await loadAllParts();
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const wait = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));

describe('HoverCard', () => {
  it('asks for what it shows only while it is open, and stays while the pointer is on it', () => {
    const draw = vi.fn(() => <p>net 6.9 bps</p>);
    render(<HoverCard trigger={<b>16.3</b>}>{draw}</HoverCard>);
    const place = screen.getByText('16.3').parentElement!;
    fireEvent.pointerEnter(place, { pointerType: 'mouse' });
    expect(draw).not.toHaveBeenCalled();
    wait(200);
    const card = screen.getByText('net 6.9 bps');
    fireEvent.pointerLeave(place);
    fireEvent.pointerEnter(card.parentElement!, { pointerType: 'mouse' });
    wait(500);
    expect(screen.getByText('net 6.9 bps')).toBeTruthy();
    fireEvent.pointerLeave(card.parentElement!);
    wait(100);
    expect(screen.queryByText('net 6.9 bps')).toBeNull();
  });

  it('does not open where the pointer only passed, or under a finger', () => {
    render(<HoverCard trigger={<b>16.3</b>}>{() => <p>net 6.9 bps</p>}</HoverCard>);
    const place = screen.getByText('16.3').parentElement!;
    fireEvent.pointerEnter(place, { pointerType: 'mouse' });
    wait(100);
    fireEvent.pointerLeave(place);
    fireEvent.pointerEnter(place, { pointerType: 'touch' });
    wait(500);
    expect(screen.queryByText('net 6.9 bps')).toBeNull();
  });
});

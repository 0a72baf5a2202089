import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Segmented } from './segmented.tsx';

afterEach(cleanup);

const SEGMENTS = [
  { value: 'a', label: 'First' },
  { value: 'b', label: 'Second' },
  { value: 'c', label: 'Third' },
] as const;

const part = (name: string) => screen.getByRole('radio', { name });

it('tells by name what is chosen, and is one stop of the Tab key', () => {
  render(<Segmented label="Range" value="b" segments={SEGMENTS} onChange={() => {}} />);
  expect(screen.getByRole('radiogroup', { name: 'Range' })).toBeDefined();
  expect(SEGMENTS.map(({ label }) => part(label).getAttribute('aria-checked'))).toEqual(['false', 'true', 'false']);
  expect(SEGMENTS.map(({ label }) => part(label).tabIndex)).toEqual([-1, 0, -1]);
});

it('stays in reach of the keyboard when nothing of it is chosen', () => {
  render(<Segmented label="Range" value={'x' as string} segments={SEGMENTS} onChange={() => {}} />);
  expect(part('First').tabIndex).toBe(0);
});

it('chooses by a click, and what is chosen not again', () => {
  const chosen = vi.fn();
  render(<Segmented label="Range" value="b" segments={SEGMENTS} onChange={chosen} />);
  fireEvent.click(part('Second'));
  expect(chosen).not.toHaveBeenCalled();
  fireEvent.click(part('Third'));
  expect(chosen.mock.calls).toEqual([['c']]);
});

it('moves by arrows without choosing, round its ends, and leaves other keys alone', () => {
  const chosen = vi.fn();
  render(<Segmented label="Range" value="a" segments={SEGMENTS} onChange={chosen} />);
  part('First').focus();
  const press = (key: string, more = {}) => {
    const isLeft = fireEvent.keyDown(document.activeElement as Element, { key, ...more });
    return [document.activeElement?.textContent, isLeft];
  };
  expect(press('ArrowLeft')).toEqual(['Third', false]);
  expect(press('ArrowRight')).toEqual(['First', false]);
  expect(press('End')).toEqual(['Third', false]);
  expect(press('Home')).toEqual(['First', false]);
  expect(press('ArrowDown', { altKey: true })).toEqual(['First', true]);
  expect(press('k')).toEqual(['First', true]);
  expect(chosen).not.toHaveBeenCalled();
});

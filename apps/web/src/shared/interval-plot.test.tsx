import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { intervalDomain, percentOf, verdictOf } from './interval-domain.ts';
import { IntervalPlot } from './interval-plot.tsx';

afterEach(cleanup);

const sure = { id: 'fade-5', label: 'fade 5 bps', count: 1412, mean: 6, low: 4, high: 8, mark: 'best' };
const open = { id: 'wait', label: 'wait', count: 3, mean: 0.5, low: -9, high: 10 };
const bad = { id: 'follow', label: 'follow 3 bps', count: 40, mean: -6, low: -8, high: -4 };
const untried = { id: 'new', label: 'fade 12 bps', count: 0, mean: null, low: null, high: null };

describe('an interval axis', () => {
  it('holds every end and zero, with room at both sides', () => {
    const domain = intervalDomain([sure, open]);
    expect(domain.low).toBeLessThan(-9);
    expect(domain.high).toBeGreaterThan(10);
    expect(intervalDomain([sure]).low).toBeLessThan(0);
  });

  it('has a length even when nothing is known', () => {
    const domain = intervalDomain([untried]);
    expect(percentOf(0, domain)).toBe(50);
  });

  it('keeps values inside the picture', () => {
    expect(percentOf(99, { low: 0, high: 10 })).toBe(100);
    expect(percentOf(-99, { low: 0, high: 10 })).toBe(0);
  });

  it('judges an interval by the side of zero it lies on', () => {
    expect([sure, open, bad, untried].map(verdictOf)).toEqual(['above', 'open', 'below', 'unknown']);
  });
});

describe('the interval plot', () => {
  it('says every row in words, for those who see no picture', () => {
    render(<IntervalPlot label="Arms" rows={[sure, open, bad, untried]} />);
    const said = screen.getAllByRole('listitem').map((row) => row.querySelector('.sr-only')?.textContent);
    expect(said).toEqual([
      'fade 5 bps, best: 1,412 pulls, mean +6.0 bps, between +4.0 and +8.0 bps, surely above zero',
      'wait: 3 pulls, mean +0.5 bps, between -9.0 and +10.0 bps, zero is inside the interval',
      'follow 3 bps: 40 pulls, mean -6.0 bps, between -8.0 and -4.0 bps, surely below zero',
      'fade 12 bps: 0 pulls, mean unknown, too little data for an interval',
    ]);
  });

  it('draws no point and no bar where nothing is known', () => {
    render(<IntervalPlot label="Arms" rows={[untried]} />);
    const track = screen.getByRole('listitem').querySelector('svg');
    expect(track?.querySelectorAll('circle')).toHaveLength(0);
    expect(track?.querySelectorAll('line')).toHaveLength(2);
  });
});

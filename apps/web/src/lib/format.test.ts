import { describe, expect, it } from 'vitest';
import {
  formatBps,
  formatChangePct,
  formatCompactUsd,
  formatCount,
  formatPct,
  formatPnl,
  formatPx,
  formatQty,
  formatShortBps,
  formatShortUsd,
  formatSignedBps,
  formatUsd,
  formatWinRate,
  setGrouping,
  splitPx,
} from './format.ts';

const cases: readonly { name: string; got: string; want: string }[] = [
  { name: 'keeps cents below ten thousand dollars in a cell', got: formatShortUsd(1000.56), want: '$1,000.56' },
  { name: 'shortens larger dollars in a cell', got: formatShortUsd(312_773), want: '$313K' },
  { name: 'keeps basis points below a thousand in a cell', got: formatShortBps(999.9), want: '999.9' },
  { name: 'shortens wider spreads in a cell', got: formatShortBps(11_849), want: '11.8k' },
  { name: 'writes dollars with two decimals and separators', got: formatUsd(48213.57), want: '$48,213.57' },
  { name: 'puts the minus before the dollar', got: formatUsd(-16.65), want: '-$16.65' },
  { name: 'never writes a negative zero in dollars', got: formatUsd(-0.001), want: '$0.00' },
  { name: 'signs a profit', got: formatPnl(34.78), want: '+$34.78' },
  { name: 'signs a loss', got: formatPnl(-16.65), want: '-$16.65' },
  { name: 'counts zero as up, as the Total P&L card does', got: formatPnl(0), want: '+$0.00' },
  { name: 'gives a price four decimals', got: formatPx(91482.3), want: '91,482.3000' },
  { name: 'gives a tiny price eight decimals at most', got: formatPx(0.00000723), want: '0.00000723' },
  { name: 'follows a tick finer than four decimals', got: formatPx(0.153184, 0.000001), want: '0.153184' },
  {
    name: 'follows the tick of a coin that is sold by the thousand',
    got: formatPx(0.000011184, 1e-9),
    want: '0.000011184',
  },
  { name: 'keeps four decimals under a coarse tick', got: formatPx(91482.3, 0.1), want: '91,482.3000' },
  { name: 'gives a size four decimals', got: formatQty(0.125), want: '0.1250' },
  { name: 'writes bps with one decimal', got: formatBps(16.34), want: '16.3' },
  { name: 'shows a negative edge as it is', got: formatBps(-3.14), want: '-3.1' },
  { name: 'never writes -0.0', got: formatBps(-0.04), want: '0.0' },
  { name: 'signs bps', got: formatSignedBps(0.6), want: '+0.6' },
  { name: 'reads a win rate as a fraction', got: formatWinRate(0.618), want: '61.8%' },
  { name: 'reads a success rate as percent', got: formatPct(92.3), want: '92.3%' },
  { name: 'signs a change with two decimals', got: formatChangePct(1.84), want: '+1.84%' },
  { name: 'gives funding four decimals', got: formatChangePct(0.0081, 4), want: '+0.0081%' },
  { name: 'shortens millions', got: formatCompactUsd(1_280_000), want: '$1.28M' },
  { name: 'writes counts whole', got: formatCount(1847), want: '1,847' },
];

describe('formats', () => {
  for (const c of cases) it(c.name, () => expect(c.got).toBe(c.want));

  it.each([formatUsd, formatPnl, formatPx, formatQty, formatBps, formatSignedBps, formatPct, formatCount])(
    'shows unknown as a dash, never as a number',
    (format) => {
      for (const unknown of [null, undefined, Number.NaN, Number.POSITIVE_INFINITY]) expect(format(unknown)).toBe('—');
    },
  );
});

describe('splitPx', () => {
  it.each([
    [91_482.3, 0.1, '91,482.3', '000'],
    [91_482.3, 0.01, '91,482.30', '00'],
    [91_480, 10, '91,480', '.0000'],
    [91_482.5, 0.5, '91,482.5', '000'],
    [0.153184, 0.000001, '0.153184', ''],
    [91_204.1234, 0.1, '91,204.1', '234'],
    [91_482.3, null, '91,482.3000', ''],
    [null, 0.1, '—', ''],
  ])('cuts %s by a tick of %s into %s and %s', (px, tick, own, beyond) => {
    expect(splitPx(px, tick)).toEqual([own, beyond]);
  });
});

describe('setGrouping', () => {
  it('takes the separators out and puts them back', () => {
    setGrouping(false);
    expect(formatUsd(48_213.57)).toBe('$48213.57');
    setGrouping(true);
    expect(formatUsd(48_213.57)).toBe('$48,213.57');
  });
});

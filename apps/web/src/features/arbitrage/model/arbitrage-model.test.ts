import type { BasisRow } from '@riptide/contracts/calls';
import { describe, expect, it } from 'vitest';
import { firstOfEachSymbol, orderBasis } from '../api/use-basis.ts';
import { buildOpportunity } from '../sample-opportunity.ts';
import { isCleanSearch, parseArbitrageSearch, sortOf, writeSort } from './arbitrage-search.ts';
import { barParts, costSteps, figuresOfRow } from './cost-parts.ts';
import { opportunitiesCsv } from './opportunity-csv.ts';
import { countByFilter, isMappingDoubtful, passesFilter } from '../../../shared/opportunities/opportunity-view.ts';
import { SCANNER_DEFAULTS, readScannerForm } from './scanner-form.ts';
import { SpreadHistory } from '../../../shared/opportunities/spread-history.ts';

describe('costSteps', () => {
  it('adds up from the gross to the net the server sent, for entry and round trip', () => {
    for (const kind of ['entry', 'round'] as const) {
      const steps = costSteps(figuresOfRow(buildOpportunity()), kind);
      const spent = steps.slice(0, -1).reduce((sum, step) => sum + (step.bps ?? Number.NaN), 0);
      expect(steps.at(-1)?.bps).toBeCloseTo(spent, 6);
    }
  });

  it('leaves an unknown exit spread unknown', () => {
    const steps = costSteps(
      figuresOfRow(buildOpportunity({ exit_spread_bps: null, round_trip_net_bps: null })),
      'round',
    );
    expect(steps.slice(-2).map((step) => step.bps)).toEqual([null, null]);
  });

  it('cuts the bar into shares of the whole, with no place for a negative net', () => {
    const parts = barParts(buildOpportunity({ round_trip_net_bps: -4 }), 'round');
    expect(parts.reduce((sum, part) => sum + part.share, 0)).toBeCloseTo(1, 9);
    expect(parts.at(-1)).toEqual({ key: 'net', share: 0 });
  });
});

describe('filters', () => {
  const rows = [
    buildOpportunity(),
    buildOpportunity({ policy: 'blocked' }),
    buildOpportunity({ policy: 'evaluation_only' }),
    buildOpportunity({ policy: 'blocked' }),
  ];

  it('counts what each filter would show', () => {
    expect(countByFilter(rows)).toEqual({ all: 4, ready: 1, eval: 1, blocked: 2 });
    expect(rows.filter((row) => passesFilter(row, 'blocked'))).toHaveLength(2);
  });

  it('doubts the mapping only above 300 bps', () => {
    expect(isMappingDoubtful(buildOpportunity({ gross_bps: 300 }))).toBe(false);
    expect(isMappingDoubtful(buildOpportunity({ gross_bps: 300.1 }))).toBe(true);
  });
});

describe('the address of the page', () => {
  it('drops what it does not know', () => {
    expect(parseArbitrageSearch({ status: 'all', edge: 'x', sort: '-price', row: 5 })).toEqual({});
    expect(parseArbitrageSearch({ status: 'eval', edge: 'entry', sort: '-gross', row: 'a>b', more: 1 })).toEqual({
      status: 'eval',
      edge: 'entry',
      sort: '-gross',
      row: 'a>b',
    });
  });

  it('knows an address that says more than was read from it', () => {
    for (const raw of [{ edge: 'zzz' }, { status: 'all' }, { more: '1' }])
      expect(isCleanSearch(raw, parseArbitrageSearch(raw))).toBe(false);
    const clean = { edge: 'entry', sort: '-gross' };
    expect(isCleanSearch(clean, parseArbitrageSearch(clean))).toBe(true);
  });

  it('writes no order for the default and reads back any other', () => {
    expect(writeSort(sortOf({}))).toBeUndefined();
    const sort = { column: 'capacity', isFalling: false } as const;
    expect(sortOf({ sort: writeSort(sort) ?? '' })).toEqual(sort);
  });
});

describe('readScannerForm', () => {
  it('sends the specified defaults, percent as bps', () => {
    expect(readScannerForm(SCANNER_DEFAULTS).order).toEqual({
      min_spread_bps: 50,
      max_position_usd: 1000,
      venues: ['BINANCE', 'BYBIT'],
    });
  });

  it('does not let binary fractions into the bps', () => {
    expect(readScannerForm({ ...SCANNER_DEFAULTS, minSpreadPct: '0.07' }).order?.min_spread_bps).toBe(7);
  });

  it.each(['', 'abc', '-1', '101', '1e2', '1,5'])(
    'refuses a minimum spread of "%s" with its bounds',
    (minSpreadPct) => {
      const { order, errors } = readScannerForm({ ...SCANNER_DEFAULTS, minSpreadPct });
      expect(order).toBeNull();
      expect(errors).toEqual({ minSpreadPct: 'Enter 0 to 100 %', maxPositionUsd: null, venues: null });
    },
  );

  it.each(['9.99', '10000001', ''])('refuses a position of "%s" with its bounds', (maxPositionUsd) => {
    expect(readScannerForm({ ...SCANNER_DEFAULTS, maxPositionUsd }).errors.maxPositionUsd).toBe(
      'Enter $10 to $10,000,000',
    );
  });

  it('asks for two venues', () => {
    expect(readScannerForm({ ...SCANNER_DEFAULTS, venues: ['OKX'] }).errors.venues).toBe('Choose at least two venues');
  });
});

describe('SpreadHistory', () => {
  const at = (timestamp: number, gross_bps: number) => buildOpportunity({ timestamp, gross_bps });

  it('keeps the last value of each second', () => {
    const history = new SpreadHistory();
    history.add([at(10, 1), at(10.4, 2), at(11, 3)]);
    expect(history.get(at(0, 0).id)).toMatchObject({ atS: [10, 11], grossBps: [2, 3] });
  });

  it('leaves a gap where no data came for over 2 s', () => {
    const history = new SpreadHistory();
    history.add([at(10, 1), at(12, 2), at(15, 3)]);
    expect(history.get(at(0, 0).id)).toMatchObject({ atS: [10, 12, 14, 15], grossBps: [1, 2, null, 3] });
  });

  it('never runs backwards and hands out the same object until something changes', () => {
    const history = new SpreadHistory();
    history.add([at(10, 1), at(11, 2)]);
    const before = history.get(at(0, 0).id);
    history.add([at(9, 7)]);
    expect(history.get(at(0, 0).id)).toBe(before);
    history.add([at(12, 7)]);
    expect(history.get(at(0, 0).id).grossBps).toEqual([1, 2, 7]);
  });

  it('is bounded in points and in series', () => {
    const history = new SpreadHistory();
    for (let second = 0; second < 1000; second += 1) history.add([at(second, second)]);
    expect(history.get(at(0, 0).id).atS).toHaveLength(900);
    for (let n = 0; n < 400; n += 1) history.add([buildOpportunity({ id: `n${n}` })]);
    expect(history.get(at(0, 0).id).atS).toHaveLength(0);
    expect(history.get('n399').atS).toHaveLength(1);
  });
});

it('exports raw figures with the mode and an ISO time', () => {
  const [header, line] = opportunitiesCsv([buildOpportunity({ round_trip_net_bps: null })], 'paper').split('\r\n');
  const cells = Object.fromEntries(
    (header ?? '').split(',').map((name, column) => [name, (line ?? '').split(',')[column]]),
  );
  expect(cells).toMatchObject({
    time_utc: '2023-11-14T22:13:20.000Z',
    buy_vwap: '0.153184',
    round_trip_net_bps: '',
    execution: 'paper',
  });
});

it('shows BTCUSDT first, doubtful pairs last, and each symbol once', () => {
  const row = (symbol: string, basis_bps: number) => ({ symbol, basis_bps }) as BasisRow;
  const rows = orderBasis([
    row('ALTUSDT', 29_000),
    row('ETHUSDT', 9),
    row('BTCUSDT', 4),
    row('ETHUSDT', 3),
    row('BTCUSDT', 2),
  ]);
  expect(firstOfEachSymbol(rows).map((one) => `${one.symbol} ${one.basis_bps}`)).toEqual([
    'BTCUSDT 4',
    'ETHUSDT 9',
    'ALTUSDT 29000',
  ]);
});

import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FakeServer, renderOn } from '../fake-server.fixture.tsx';
import { keepOrder, sortRows, type Column, type Sort } from './column.ts';
import { DataTable } from './data-table.tsx';

interface Coin {
  readonly name: string;
  readonly pnl: number | null;
}

const COLUMNS: readonly Column<Coin>[] = [
  { id: 'name', header: 'Name', sortBy: (row) => row.name, cell: (row) => row.name, csv: (row) => row.name },
  { id: 'pnl', header: 'PnL', align: 'right', sortBy: (row) => row.pnl, cell: (row) => row.pnl ?? '—' },
];
const COINS: readonly Coin[] = [
  { name: 'BTC', pnl: 1 },
  { name: 'ETH', pnl: null },
  { name: 'SOL', pnl: 3 },
];
const names = (): string[] =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent ?? '');

function draw(rows: readonly Coin[], onOpen = vi.fn(), initialSort: Sort | null = { column: 'pnl', isFalling: true }) {
  const table = (shown: readonly Coin[]) => (
    <DataTable
      label="Coins"
      rows={shown}
      columns={COLUMNS}
      rowId={(row) => row.name}
      initialSort={initialSort}
      csvName="coins.csv"
      onOpen={onOpen}
      card={(row) => row.name}
      empty={<p>none yet</p>}
    />
  );
  return { ...renderOn(new FakeServer(), table(rows)), table, onOpen };
}

afterEach(cleanup);

describe('sortRows', () => {
  it('puts unknown values last in either direction', () => {
    expect(sortRows(COINS, COLUMNS, { column: 'pnl', isFalling: true }).map((row) => row.name)).toEqual([
      'SOL',
      'BTC',
      'ETH',
    ]);
    expect(sortRows(COINS, COLUMNS, { column: 'pnl', isFalling: false }).map((row) => row.name)).toEqual([
      'BTC',
      'SOL',
      'ETH',
    ]);
  });
});

describe('keepOrder', () => {
  it('leaves known rows in their places, adds new ones behind and drops gone ones', () => {
    const kept = keepOrder([{ name: 'XRP', pnl: 9 }, ...COINS.slice(0, 2)], ['SOL', 'ETH', 'BTC'], (row) => row.name);
    expect(kept.map((row) => row.name)).toEqual(['ETH', 'BTC', 'XRP']);
  });
});

describe('DataTable', () => {
  it('says what is missing instead of an empty table', () => {
    draw([]);
    expect(screen.getByText('none yet')).toBeTruthy();
  });

  it('sorts by its headers and tells so', () => {
    draw(COINS);
    expect(names()).toEqual(['SOL', 'BTC', 'ETH']);
    fireEvent.click(screen.getByRole('button', { name: /Name/ }));
    expect(names()).toEqual(['BTC', 'ETH', 'SOL']);
    expect(screen.getByRole('columnheader', { name: /Name/ }).getAttribute('aria-sort')).toBe('ascending');
  });

  it('moves through rows by arrow keys and opens one by Enter', () => {
    const { onOpen } = draw(COINS);
    fireEvent.keyDown(screen.getByRole('region'), { key: 'End' });
    expect(document.activeElement?.textContent).toContain('ETH');
    fireEvent.keyDown(document.activeElement!, { key: 'ArrowUp' });
    fireEvent.keyDown(document.activeElement!, { key: 'Enter' });
    expect(onOpen).toHaveBeenCalledWith(COINS[0]);
  });

  it('keeps its order under the hand, shows figures of now, and orders anew afterwards', () => {
    const { clock, redraw, table } = draw(COINS);
    const region = screen.getByRole('region');
    fireEvent.pointerEnter(region);
    redraw(table([{ name: 'BTC', pnl: 8 }, ...COINS.slice(1)]));
    act(() => clock.advance(1000));
    expect(names()).toEqual(['SOL', 'BTC', 'ETH']);
    expect(screen.getByText('8')).toBeTruthy();
    fireEvent.pointerLeave(region);
    act(() => clock.advance(1000));
    expect(names()).toEqual(['BTC', 'SOL', 'ETH']);
  });

  it('lets newer rows wait while it is held, and puts them on top afterwards', () => {
    const { clock, redraw, table } = draw(COINS, vi.fn(), null);
    const region = screen.getByRole('region');
    fireEvent.pointerEnter(region);
    redraw(table([{ name: 'XRP', pnl: 4 }, ...COINS]));
    act(() => clock.advance(1000));
    expect(names()).toEqual(['BTC', 'ETH', 'SOL']);
    expect(screen.getByText('1 new wait above')).toBeTruthy();
    fireEvent.pointerLeave(region);
    act(() => clock.advance(1000));
    expect(names()).toEqual(['XRP', 'BTC', 'ETH', 'SOL']);
  });

  it('shows another page whole also while it is held', () => {
    const { redraw, table } = draw(COINS, vi.fn(), null);
    fireEvent.pointerEnter(screen.getByRole('region'));
    redraw(
      table([
        { name: 'ADA', pnl: 4 },
        { name: 'DOT', pnl: 5 },
      ]),
    );
    expect(names()).toEqual(['ADA', 'DOT']);
  });
});

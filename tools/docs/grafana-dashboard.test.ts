import { describe, expect, it } from 'vitest';
import { grafanaDashboard } from './grafana-dashboard.ts';

/**
 * In words: what Grafana's own description of a dashboard (its `dashboard` and `panel` kinds) asks of a file, as far as this one uses it;
 * Grafana itself shows a panel of another form empty, or not at all.
 */
interface GridPos {
  readonly h: number;
  readonly w: number;
  readonly x: number;
  readonly y: number;
}
interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: GridPos;
  readonly panels?: readonly unknown[];
  readonly datasource?: unknown;
  readonly fieldConfig?: { readonly defaults: { readonly unit: string }; readonly overrides: readonly unknown[] };
  readonly targets?: readonly {
    readonly refId: string;
    readonly expr: string;
    readonly legendFormat: string;
    readonly datasource: unknown;
  }[];
}
interface Dashboard {
  readonly uid: string;
  readonly title: string;
  readonly schemaVersion: number;
  readonly refresh: string;
  readonly templating: { readonly list: readonly { readonly name: string; readonly type: string }[] };
  readonly panels: readonly Panel[];
}

/** Of Grafana's categories of units. */
const UNITS = ['short', 'currencyUSD', 'ms', 's', 'bytes', 'reqps', 'percentunit'];
const COLUMNS = 24;

const dashboard = JSON.parse(grafanaDashboard()) as Dashboard;
const graphs = dashboard.panels.filter(({ type }) => type !== 'row');

function areApart(a: GridPos, b: GridPos): boolean {
  return a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y;
}

describe('the dashboard for Grafana', () => {
  it('has what every dashboard has', () => {
    expect(dashboard).toMatchObject({ title: expect.any(String), schemaVersion: expect.any(Number), refresh: '10s' });
    // A uid is part of an address: 40 letters, digits, lines at most.
    expect(dashboard.uid).toMatch(/^[A-Za-z0-9_-]{1,40}$/);
    expect(graphs.length).toBeGreaterThan(20);
  });

  it('names each panel by an id of its own', () => {
    const ids = dashboard.panels.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => Number.isInteger(id) && id > 0)).toBe(true);
    expect(dashboard.panels.filter(({ title }) => title.trim() === '')).toEqual([]);
  });

  it('places panels in the 24 columns, none over another, each row above its own', () => {
    const places = dashboard.panels.map(({ gridPos }) => gridPos);
    for (const { h, w, x, y } of places) {
      expect([h, w, x, y].every((part) => Number.isInteger(part) && part >= 0)).toBe(true);
      expect(Math.min(h, w)).toBeGreaterThan(0);
      expect(x + w).toBeLessThanOrEqual(COLUMNS);
    }
    for (const [at, place] of places.entries())
      expect(places.slice(at + 1).filter((other) => !areApart(place, other))).toEqual([]);
    const tops = places.map(({ y }) => y);
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  });

  it('asks the source that the reader picks, in every panel and query', () => {
    const sources = dashboard.templating.list.filter(({ type }) => type === 'datasource');
    expect(sources).toEqual([expect.objectContaining({ name: 'source', query: 'prometheus' })]);
    const wanted = { type: 'prometheus', uid: '${source}' };
    for (const { datasource, targets } of graphs)
      expect([datasource, ...(targets ?? []).map((target) => target.datasource)]).toEqual(
        Array.from({ length: (targets?.length ?? 0) + 1 }, () => wanted),
      );
  });

  it('has in every graph a known unit and queries with names of their own', () => {
    for (const { fieldConfig, targets = [], title } of graphs) {
      expect(UNITS, title).toContain(fieldConfig?.defaults.unit);
      expect(fieldConfig?.overrides).toEqual([]);
      expect(targets.length, title).toBeGreaterThan(0);
      const names = targets.map(({ refId }) => refId);
      expect(new Set(names).size).toBe(names.length);
      for (const { refId, expr, legendFormat } of targets) {
        expect(refId).toMatch(/^[A-Z]$/);
        expect([expr.trim(), legendFormat.trim()]).not.toContain('');
        expect(expr.split('(').length, expr).toBe(expr.split(')').length);
      }
    }
  });

  it('holds rows that are open: an open row has no panels in it', () => {
    const rows = dashboard.panels.filter(({ type }) => type === 'row');
    expect(rows.map(({ panels }) => panels)).toEqual(rows.map(() => []));
    expect(rows.every(({ gridPos }) => gridPos.w === COLUMNS && gridPos.x === 0)).toBe(true);
  });
});

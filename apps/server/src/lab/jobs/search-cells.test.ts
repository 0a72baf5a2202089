import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { searchCells, SearchFile } from './search-cells.ts';

const base = { dataDir: '/anywhere', strategy: 'trigger', settings: { cooldownMs: 1 }, rules: {}, seed: 1 };
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'search-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('searchCells', () => {
  it('makes one cell of every combination on every recording, over the settings given', () => {
    const axes = [
      { field: 'thresholdUsd', values: [1, 2] },
      { field: 'arm.offsetBps', values: [10, 15, 25] },
    ];
    const cells = searchCells({ folders: ['a', 'b'], axes, base, isTogether: false });
    expect(cells).toHaveLength(12);
    expect(new Set(cells.map(({ key }) => key)).size).toBe(12);
    expect(cells[0]?.request.settings).toEqual({ cooldownMs: 1, thresholdUsd: 1, arm: { offsetBps: 10 } });
  });

  it('plays all recordings in one cell for a strategy that learns', () => {
    const axes = [{ field: 'leverage', values: [3, 5] }];
    const cells = searchCells({ folders: ['a', 'b'], axes, base, isTogether: true });
    expect(cells.map(({ request }) => request.folders)).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
  });

  it('knows a cell again wherever the data folder lies', () => {
    const of = (dataDir: string) =>
      searchCells({ folders: ['a'], axes: [], base: { ...base, dataDir }, isTogether: false })[0]?.key;
    expect(of('/one')).toBe(of('/two'));
  });
});

describe('SearchFile', () => {
  it('goes on after a crash: finished cells are kept, one cut off in the middle and a failed one run again', () => {
    const path = join(folder, 'deep', 'search.jsonl');
    const first = new SearchFile(path);
    first.add({ key: 'a', values: {}, recording: 'r', outcome: { n: 1 }, error: null });
    first.add({ key: 'b', values: {}, recording: 'r', outcome: null, error: 'it broke' });
    appendFileSync(path, '{"key":"c","val');
    const second = new SearchFile(path);
    expect([second.has('a'), second.has('b'), second.has('c')]).toEqual([true, false, false]);
    second.add({ key: 'c', values: {}, recording: 'r', outcome: { n: 3 }, error: null });
    expect(new SearchFile(path).has('c')).toBe(true);
  });
});

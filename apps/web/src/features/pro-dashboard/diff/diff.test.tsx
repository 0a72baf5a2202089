import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { FakeServer, renderOn } from '../../../shared/fake-server.fixture.tsx';
import { diffLines, sameLines } from './diff-lines.ts';
import { DiffView } from './diff-view.tsx';

const A = { symbol: 'SOLUSDT', payload: { qty: '42', liq_usd: 204_770, legs: [{ venue: 'BYBIT' }], mode: 'SCALP' } };
const B = {
  symbol: 'SOLUSDT',
  payload: { qty: '3.52', legs: [{ venue: 'BYBIT' }, { venue: 'KUCOIN', ok: true }], mode: 'ARB' },
};

afterEach(cleanup);

describe('diffLines', () => {
  it('lists additions, removals and changes by dotted path', () => {
    expect(diffLines(A, B)).toEqual([
      { sign: '+', path: 'payload.legs.1.ok', after: 'true' },
      { sign: '+', path: 'payload.legs.1.venue', after: 'KUCOIN' },
      { sign: '-', path: 'payload.liq_usd', before: '204770' },
      { sign: '~', path: 'payload.mode', before: 'SCALP', after: 'ARB' },
      { sign: '~', path: 'payload.qty', before: '42', after: '3.52' },
    ]);
  });

  it('puts the tenth of a list after the ninth, and tells null and empty from absent', () => {
    const list = (n: number) => ({ list: Array.from({ length: n }, (_each, index) => index) });
    expect(diffLines(list(9), list(11)).map(({ path }) => path)).toEqual(['list.9', 'list.10']);
    expect(diffLines({ a: null, b: {} }, { a: 0, b: [] })).toEqual([
      { sign: '~', path: 'a', before: 'null', after: '0' },
      { sign: '~', path: 'b', before: '{}', after: '[]' },
    ]);
  });

  it('lists what is the same', () => {
    expect(sameLines(A, B).map(({ path }) => path)).toEqual(['symbol', 'payload.legs.0.venue']);
  });
});

describe('DiffView', () => {
  it('tells each line by its sign and in words, and says how many there are', () => {
    renderOn(new FakeServer(), <DiffView a={A} b={B} label="A #1 and B #2" />);
    const lines = screen.getAllByRole('listitem').map((line) => line.textContent);
    expect(lines).toContain('+addedpayload.legs.1.venueKUCOIN');
    expect(lines).toContain('-removedpayload.liq_usd204770');
    expect(lines).toContain('~changedpayload.modeSCALP → ARB');
    expect(screen.getByText('+ 2 added')).toBeTruthy();
    expect(screen.getByText('- 1 removed')).toBeTruthy();
    expect(screen.getByText('~ 2 changed')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Show equal (2)' }));
    expect(screen.getAllByRole('listitem')).toHaveLength(7);
  });

  it('says "No differences" of identical ones', () => {
    renderOn(new FakeServer(), <DiffView a={A} b={structuredClone(A)} label="A #1 and B #1" />);
    expect(screen.getByText('No differences')).toBeTruthy();
  });
});

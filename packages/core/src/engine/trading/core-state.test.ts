import { describe, expect, it } from 'vitest';
import type { Condition } from '../../domain/index.ts';
import { restoreCoreState, snapshotCoreState } from './core-state.ts';

const standing: Condition = {
  key: 'naked:1',
  kind: 'naked',
  account: 'OKX:live',
  instrumentId: 'BTCUSDT.PERP.OKX',
  text: 'one leg is left',
  sinceMs: 5,
};
const record = { kind: 'condition', condition: standing, seq: 1, atMs: 5 } as const;

describe('restoreCoreState', () => {
  it('keeps a standing condition through a checkpoint', () => {
    const before = restoreCoreState({ snapshot: null, records: [record] });
    const snapshot: unknown = JSON.parse(JSON.stringify(snapshotCoreState(before)));
    const after = restoreCoreState({ snapshot, records: [] });
    expect(after.conditions.list()).toEqual([standing]);
    expect(after.faults).toEqual([]);
    const cleared = { kind: 'condition-cleared', key: standing.key, text: '', seq: 2, atMs: 6 } as const;
    expect(restoreCoreState({ snapshot, records: [cleared] }).conditions.list()).toEqual([]);
  });

  it('reads conditions that an older checkpoint keeps with the risk state', () => {
    const { conditions: _, ...saved } = snapshotCoreState(restoreCoreState({ snapshot: null, records: [] }));
    const snapshot = { ...saved, risk: { ...saved.risk, conditions: [standing], seen: [] } };
    expect(restoreCoreState({ snapshot, records: [] }).conditions.list()).toEqual([standing]);
  });
});

import { describe, expect, it } from 'vitest';
import type { DomainErrorCode, GateName } from '../../domain/index.ts';
import { buildRiskRequest, type RequestOver } from '../build-risk-request.fixture.ts';
import { runGates } from '../gate-runner.ts';

/** One row: what differs from an order that all gates allow, and whether the gate under test still allows it. */
export interface GateCase {
  readonly name: string;
  readonly over: RequestOver;
  readonly ok: boolean;
  readonly value?: string;
  readonly bound?: string;
}

/** Declares the tests of one gate: each case, and that it never blocks an exit unless `blocksExits`. */
export function describeGate(
  gate: GateName,
  { code, blocksExits = false, cases }: { code: DomainErrorCode; blocksExits?: boolean; cases: readonly GateCase[] },
): void {
  describe(`gate ${gate}`, () => {
    for (const c of cases) {
      it(c.name, () => {
        const decision = runGates(buildRiskRequest(c.over)).gates.find((d) => d.gate === gate);
        expect(decision).toMatchObject({ ok: c.ok, code: c.ok ? null : code });
        if (c.value !== undefined) expect(decision?.value).toBe(c.value);
        if (c.bound !== undefined) expect(decision?.bound).toBe(c.bound);
        expect(decision?.detail).not.toBe('');
      });
    }
    if (blocksExits) return;
    it('tells but never blocks an order that reduces risk', () => {
      for (const c of cases.filter((row) => !row.ok)) {
        const over = { ...c.over, order: { ...c.over.order, role: 'exit' as const, isReduceOnly: true } };
        const decision = runGates(buildRiskRequest(over)).gates.find((d) => d.gate === gate);
        expect(decision).toMatchObject({ ok: true, code: null });
      }
    });
  });
}

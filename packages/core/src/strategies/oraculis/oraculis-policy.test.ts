import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../kernel/index.ts';
import { Oraculis, ORACULIS_FEATURES } from './oraculis.ts';
import { parsePolicy } from './oraculis-policy.ts';
import { buildOutcome, FADE_EARNS, FEW_ARMS, PlantedProblem } from './planted-problem.fixture.ts';

const ARM = 'fade-15-35x25-post';

interface Draft {
  arms: Record<string, { gram: number[]; [field: string]: unknown }>;
  usual: Record<string, unknown>;
  [field: string]: unknown;
}

function policyAfter(decisions: number): Draft {
  const learner = new Oraculis();
  const problem = new PlantedProblem(FADE_EARNS, 3, FEW_ARMS);
  const random = seededRandom(4);
  for (let at = 0; at < decisions; at += 1) {
    const { context, rewardsBps } = problem.next();
    learner.learn(
      buildOutcome(
        context.map((feature) => feature * random()),
        rewardsBps,
      ),
      at,
    );
  }
  return JSON.parse(JSON.stringify(learner.exportPolicy())) as Draft;
}

function faultsOf(change: (policy: Draft, gram: number[]) => void): readonly string[] {
  const policy = policyAfter(30);
  change(policy, policy.arms[ARM]?.gram ?? []);
  const parsed = parsePolicy(policy, ORACULIS_FEATURES);
  return parsed.ok ? [] : parsed.fields.map(({ field, text }) => `${field} ${text}`);
}

describe('parsePolicy', () => {
  it('takes what was exported, after one decision, few and many', () => {
    for (const decisions of [0, 1, 5, 30, 400])
      expect(parsePolicy(policyAfter(decisions), ORACULIS_FEATURES)).toMatchObject({ ok: true });
  });

  it('refuses a matrix with a negative diagonal, however small', () => {
    const text = `arms.${ARM}.gram must not be negative on its diagonal, as it is at 2`;
    expect(faultsOf((_, gram) => (gram[2] = -0.5))).toEqual([text]);
  });

  it('refuses a matrix that is not positive semidefinite, also where the prior would hide it', () => {
    const text = `arms.${ARM}.gram must be a positive semidefinite matrix`;
    expect(faultsOf((_, gram) => gram.fill(0).fill(1, 1, 2))).toEqual([text]);
    expect(faultsOf((_, gram) => (gram[1] = 1e6))).toEqual([text]);
  });

  it('refuses arms that do not exist and fields that it does not know, one by one', () => {
    const faults = faultsOf((policy) => {
      policy.arms['fade-99'] = { gram: [] };
      policy['extra'] = 1;
      policy.usual['more'] = 1;
      policy.arms[ARM] = { gram: [], ...policy.arms[ARM], nuance: 1 };
    });
    expect(faults.toSorted()).toEqual([
      `arms.${ARM}.nuance is no field of a policy`,
      'arms.fade-99 is no arm',
      'extra is no field of a policy',
      'usual.more is no field of a policy',
    ]);
  });
});

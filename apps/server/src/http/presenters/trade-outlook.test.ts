import { expect, it } from 'vitest';
import type { ArbExecution } from '@riptide/contracts';
import { buildArbTrade } from '../../link/arbitrage-values.fixture.ts';
import { presentExecution } from './executions.ts';
import { presentOutlook } from './trade-outlook.ts';

const planned = presentExecution(buildArbTrade()) as ArbExecution;
const trade = (more: Partial<ArbExecution>): ArbExecution => ({
  ...planned,
  notional_usd: 120,
  tp_bps: 35,
  sl_bps: 25,
  legs: planned.legs.map((leg, at) => ({ ...leg, fee_bps: at === 0 ? 5 : 6 })),
  expected: {
    ...planned.expected,
    entry_net_bps: 9,
    round_trip_net_bps: null,
    exit_spread_bps: 2,
    latency_reserve_bps: 1,
    funding_bps: 0.5,
    borrow_bps: null,
    learned_net_bps: null,
  },
  ...more,
});

it('counts four fees, the reserve and the exit spread as costs, and ends at the bracket', () => {
  expect(presentOutlook(trade({}), 20)).toEqual({
    expected_net_bps: -1.5,
    cost_bps: 25,
    cost_usd: 0.3,
    take_profit_usd: 0.42,
    worst_case_usd: -0.56,
    worst_case_bps: -47,
    worst_case_by: 'stop_loss',
    reward_to_risk: 0.74,
  });
});

it('ends at the loss cap where that is nearer, or where there is no bracket', () => {
  expect(presentOutlook(trade({ notional_usd: 100_000 }), 20)).toMatchObject({
    worst_case_usd: -20,
    worst_case_bps: -2,
    worst_case_by: 'loss_cap',
    reward_to_risk: 17.5,
  });
  expect(presentOutlook(trade({ tp_bps: null, sl_bps: null }), 20)).toMatchObject({
    take_profit_usd: null,
    worst_case_usd: -20,
    worst_case_by: 'loss_cap',
    reward_to_risk: null,
  });
});

it('invents no worst case where neither is known', () => {
  expect(presentOutlook(trade({ tp_bps: null, sl_bps: null }), null)).toMatchObject({
    worst_case_usd: null,
    worst_case_bps: null,
    worst_case_by: null,
    reward_to_risk: null,
  });
});

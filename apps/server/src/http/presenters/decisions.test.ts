import { describe, expect, it } from 'vitest';
import { buildDecisionRow } from '../../link/sniping-values.fixture.ts';
import { presentDecision } from './decisions.ts';

describe('a proposal', () => {
  const value = {
    side: 'long',
    qtyBase: '0.015',
    entryPx: '63900',
    stopPx: '63750',
    takeProfitPx: null,
    notionalUsd: '958.5',
    feesUsd: null,
    stopLossUsd: '2.25',
  } as const;

  it('is shown with what it would send, and what is not known of it as unknown', () => {
    const item = presentDecision(buildDecisionRow({ action: 'proposed', plan: { ok: true, value } }));
    expect(item.plan).toEqual({
      side: 'long',
      quantity: 0.015,
      entry_price: 63_900,
      stop_price: 63_750,
      take_profit_price: null,
      notional_usd: 958.5,
      fees_usd: null,
      stop_loss_usd: 2.25,
    });
    expect(item).not.toHaveProperty('plan_refusal');
  });

  it('says why nothing can be planned, and any other decision has no plan', () => {
    const refused = presentDecision(buildDecisionRow({ plan: { ok: false, reason: 'there is no book' } }));
    expect(refused).toMatchObject({ plan_refusal: 'there is no book' });
    expect(refused).not.toHaveProperty('plan');
    expect(presentDecision(buildDecisionRow())).not.toHaveProperty('plan');
  });
});

it('names who gave a command without the ids of session and request, which are for the audit log', () => {
  const reason = 'executed by operator session=a8742e33471c0496 request=08ac334b-1';
  expect(presentDecision(buildDecisionRow({ reason })).reason).toBe('executed by operator');
});

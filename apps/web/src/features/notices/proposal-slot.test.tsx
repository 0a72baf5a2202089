import type { DecisionItem, StreamPayloads } from '@riptide/contracts/calls';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { z } from 'zod';
import { proposalDomId } from '../../shared/decisions/proposals.ts';
import { FakeServer, renderOn } from '../../shared/fake-server.fixture.tsx';
import { withRouter } from '../../shared/router.fixture.tsx';
import { useTopicFeeds } from '../../shared/topic-feeds.ts';
import { ProposalSlot } from './proposal-slot.tsx';

afterEach(cleanup);

function Page() {
  useTopicFeeds();
  return (
    <>
      <ProposalSlot />
      <section id={proposalDomId('d1')}>
        <button type="button">Execute</button>
      </section>
    </>
  );
}

const plan: DecisionItem['plan'] = {
  side: 'long',
  quantity: 0.015,
  entry_price: 63_900,
  stop_price: 63_750,
  take_profit_price: 64_120,
  notional_usd: 958.5,
  fees_usd: 0.6,
  stop_loss_usd: 2.25,
};

const engine = (decisions: readonly DecisionItem[]): z.infer<(typeof StreamPayloads)['engine']> => ({
  engines: {},
  candidates: [],
  decisions: [...decisions],
  snipes: [],
  trailing_orders: [],
});

it('says above every page what waits for a person, and leads to its answer', async () => {
  const { stream, clock } = renderOn(new FakeServer(), withRouter(<Page />).element);
  const nowS = clock.nowMs() / 1000;
  const proposal: DecisionItem = {
    id: 'd1',
    timestamp: nowS,
    engine: 'pas_trader',
    mode: 'manual',
    venue: 'BINANCE',
    symbol: 'BTCUSDT',
    liquidated_side: 'LONG',
    window_usd: 1_150_000,
    threshold_usd: 400_000,
    threshold_by: 'P95',
    count: 4,
    lower_bound: false,
    event_ids: [],
    arm: 'fade-15-35x25-post',
    chosen_by: 'fixed',
    propensity: 1,
    action: 'proposed',
    reason: 'waits for a person',
    snipe_id: null,
    expires_at: nowS + 30,
    net_bps: null,
    trade: null,
    plan,
  };
  await screen.findByText('Execute');
  expect(screen.queryByRole('region', { name: 'Waiting proposal' })).toBeNull();
  stream.push('engine', { topic: 'engine', ts: nowS, payload: engine([proposal]) } as never);
  const line = await screen.findByRole('region', { name: 'Waiting proposal' });
  expect(line.textContent).toContain('Buy 0.0150 BTC at 63,900.0000, stop 63,750.0000');
  expect(line.textContent).toContain('30 s left');
  fireEvent.click(screen.getByRole('link', { name: 'Show' }));
  expect(document.activeElement?.textContent).toBe('Execute');
});

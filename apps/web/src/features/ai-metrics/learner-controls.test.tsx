import { exploreOraculis, freezeOraculis, resetOraculis, type OraculisLearner } from '@riptide/contracts/calls';
import { cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { confirmLater } from '../../shared/confirm.fixture.ts';
import { FakeServer, renderOn } from '../../shared/fake-server.fixture.tsx';
import { LearnerControls } from './components/learner-controls.tsx';

const LEARNER: OraculisLearner = {
  decisions: 120,
  frozen: false,
  exploration_scale: 1,
  best_arm: null,
  best_fixed_arm: 'abstain',
  regret_bps: 0,
  regret_curve: [],
  abstain_share: null,
  arms: [],
  drifts: [],
  histogram: [],
  calibration: [],
  refused: [],
};

const answer = (message: string) => ({ ok: true as const, message, learner: LEARNER });

function show(): FakeServer {
  const server = new FakeServer()
    .on(freezeOraculis, answer('Oraculis learns no more'))
    .on(resetOraculis, answer('Oraculis forgot everything it learnt'))
    .on(exploreOraculis, answer('Exploration is 0.5'));
  renderOn(server, <LearnerControls learner={LEARNER} />);
  return server;
}

// A busy machine draws the page late, never wrongly.
configure({ asyncUtilTimeout: 10_000 });
afterEach(cleanup);

describe('the controls of Oraculis', () => {
  it('asks before it freezes, and freezes only then', async () => {
    const server = show();
    fireEvent.click(screen.getByRole('button', { name: 'Freeze' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Freeze Oraculis?' });
    expect(server.of(freezeOraculis)).toHaveLength(0);
    expect(dialog.textContent).toContain('120 decisions');
    confirmLater(dialog);
    await waitFor(() => expect(server.of(freezeOraculis)).toHaveLength(1));
  });

  it('forgets only after the word was typed', async () => {
    const server = show();
    fireEvent.click(screen.getByRole('button', { name: 'Reset' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Let Oraculis forget everything?' });
    confirmLater(dialog);
    expect(screen.getByRole('button', { name: 'Reset' })).toHaveProperty('disabled', true);
    fireEvent.change(screen.getByLabelText(/to confirm/), { target: { value: 'reset' } });
    expect(server.of(resetOraculis)).toHaveLength(0);
    confirmLater(dialog);
    await waitFor(() => expect(server.of(resetOraculis)).toHaveLength(1));
  });

  it('sends the exploration that was chosen', async () => {
    const server = show();
    fireEvent.change(screen.getByRole('slider'), { target: { value: '0.5' } });
    fireEvent.click(screen.getByRole('button', { name: 'Apply' }));
    confirmLater(await screen.findByRole('alertdialog', { name: 'Set exploration to 0.50x?' }));
    await waitFor(() => expect(server.of(exploreOraculis).map(({ body }) => body)).toEqual([{ scale: 0.5 }]));
  });
});

import {
  getLabJobs,
  getRecordings,
  getVerdicts,
  OVERRIDE_PHRASE,
  overrideVerdict,
  runVerdict,
} from '@riptide/contracts/calls';
import { cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { confirmLater } from '../../shared/confirm.fixture.ts';
import { FakeServer, renderOn } from '../../shared/fake-server.fixture.tsx';
import { LabSection } from './lab-section.tsx';

const IDLE = { active: false, since: null, segments: null, bytes: null, dropped: null, last_error: null };

function show(): FakeServer {
  const server = new FakeServer()
    .on(getRecordings, { ok: true, recording: IDLE, recordings: [] })
    .on(getVerdicts, { ok: true, verdicts: [], overrides: [] })
    .on(getLabJobs, { ok: true, jobs: [], count: 0 })
    .on(runVerdict, { status: 409, code: 'conflict', error: 'Nothing is recorded yet' })
    .on(overrideVerdict, {
      ok: true,
      subject: 'oraculis',
      verdict: { ok: true, detail: 'overridden' },
      message: 'Oraculis may trade live without a verdict',
    });
  renderOn(server, <LabSection />);
  return server;
}

// A busy machine draws the page late, never wrongly.
configure({ asyncUtilTimeout: 10_000 });
afterEach(cleanup);

describe('the lab', () => {
  it('says what is missing for a verdict', async () => {
    show();
    expect(await screen.findByText(/^No verdict yet\./)).toBeDefined();
    expect(await screen.findByText(/^Nothing is recorded yet\./)).toBeDefined();
    expect(await screen.findByText('No job ran yet.')).toBeDefined();
  });

  it('asks for a verdict on what was chosen, by its seed', async () => {
    const server = show();
    fireEvent.change(screen.getByLabelText('Engine'), { target: { value: 'oraculis' } });
    fireEvent.change(screen.getByLabelText('Seed'), { target: { value: '7' } });
    fireEvent.click(screen.getByRole('button', { name: 'Run verdict' }));
    await waitFor(() =>
      expect(server.of(runVerdict).map(({ body }) => body)).toEqual([{ subject: 'oraculis', seed: 7 }]),
    );
    fireEvent.change(screen.getByLabelText('Seed'), { target: { value: '1.5' } });
    expect(screen.getByRole('button', { name: 'Run verdict' })).toHaveProperty('disabled', true);
  });

  it('overrides only after the whole phrase was typed', async () => {
    const server = show();
    const part = within(screen.getByRole('region', { name: 'Live without a verdict' }));
    await waitFor(() => expect(part.getAllByRole('button', { name: 'Override' })[0]).toHaveProperty('disabled', false));
    fireEvent.click(part.getAllByRole('button', { name: 'Override' })[1]!);
    const box = await screen.findByRole('alertdialog');
    const dialog = within(box);
    const confirm = dialog.getByRole('button', { name: 'Override' });
    fireEvent.change(dialog.getByLabelText(/to confirm/), { target: { value: 'TRADE' } });
    confirmLater(box);
    expect(confirm).toHaveProperty('disabled', true);
    expect(server.of(overrideVerdict)).toHaveLength(0);
    fireEvent.change(dialog.getByLabelText(/to confirm/), { target: { value: OVERRIDE_PHRASE } });
    confirmLater(box);
    await waitFor(() =>
      expect(server.of(overrideVerdict).map(({ body }) => body)).toEqual([
        { subject: 'oraculis', phrase: OVERRIDE_PHRASE, days: 7 },
      ]),
    );
  });
});

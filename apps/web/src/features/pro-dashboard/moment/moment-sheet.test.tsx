import { getFlightMoment, getFlightSteps, type FlightMoment } from '@riptide/contracts/calls';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { FakeServer, renderOn } from '../../../shared/fake-server.fixture.tsx';
import { fakeAddress } from '../pro-address.fixture.tsx';
import { buildMoment } from './moment.fixture.ts';
import { MomentSheet } from './moment-sheet.tsx';

function draw(search: Record<string, string>, moment: Parameters<FakeServer['on']>[1] = buildMoment()) {
  const address = fakeAddress(search);
  const steps = [76, 77, 78].map((seq) => ({
    seq,
    at: 1_700_000_000,
    kind: 'fill',
    title: `record ${seq}`,
    symbol: null,
    venues: [],
  }));
  const server = new FakeServer().on(getFlightMoment, moment as FlightMoment).on(getFlightSteps, {
    ok: true,
    steps,
    around_seq: 77,
    has_before: true,
    has_after: true,
    first_seq: 1,
    last_seq: 90,
  });
  const stage = renderOn(
    server,
    <address.Place>
      <MomentSheet />
    </address.Place>,
  );
  return { ...stage, address };
}

afterEach(cleanup);

describe('The moment', () => {
  it('shows every part, and a dash with the reason where one is not known', async () => {
    draw({ moment: 'trade:1' });
    const sheet = await screen.findByRole('dialog');
    await within(sheet).findByText('SELL 42 SOLUSDT was wanted');
    for (const part of ['Books', 'Positions', 'Open orders', 'Gates', 'Arms', 'Engines', 'Risk'])
      expect(within(sheet).getByRole('region', { name: part })).toBeTruthy();
    const arms = within(sheet).getByRole('region', { name: 'Arms' });
    expect(arms.textContent).toContain('—unknown');
    expect(arms.textContent).toContain('Unknown: the learner of then has no beliefs that can be shown');
    expect(within(sheet).getByRole('region', { name: 'Positions' }).textContent).toContain('No position was open');
    expect(within(sheet).getByText('2023-11-14 22:13:20.000 UTC')).toBeTruthy();
  });

  it('says since when the market is recorded, or that it is not', async () => {
    draw({ moment: 'seq:77' });
    const books = within(await screen.findByRole('dialog'));
    expect(await books.findByText('The market is recorded since 2023-11-14 19:26:40 UTC.')).toBeTruthy();
    cleanup();
    draw({ moment: 'seq:77' }, buildMoment({ books: null, market_since: null }));
    expect(await screen.findByText('The market is not recorded.')).toBeTruthy();
  });

  it('steps back and forth by buttons, arrow keys, the list and the slider', async () => {
    const { address, clock } = draw({ moment: 'seq:77' });
    fireEvent.click(await screen.findByRole('button', { name: 'Step back' }));
    expect(address.raw()['moment']).toBe('seq:76');
    await waitFor(() => expect(screen.queryByText('SELL 42 SOLUSDT was wanted')).toBeTruthy());
    const settled = () => waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull());
    await settled();
    fireEvent.keyDown(document.body, { key: 'ArrowRight' });
    expect(address.raw()['moment']).toBe('seq:78');
    await settled();
    fireEvent.click(await screen.findByRole('button', { name: /record 76/, hidden: true }));
    expect(address.raw()['moment']).toBe('seq:76');
    await settled();
    fireEvent.change(screen.getByLabelText('Minutes around the moment'), { target: { value: '1700000060' } });
    act(() => clock.advance(250));
    expect(address.raw()['moment']).toBe('at:1700000060');
  });

  it('compares two moments', async () => {
    const { address } = draw({ moment: 'seq:77' });
    fireEvent.click(await screen.findByRole('button', { name: 'Set as A' }));
    fireEvent.click(screen.getByRole('button', { name: 'Set as B' }));
    expect(address.raw()).toMatchObject({ momentA: 'seq:77', momentB: 'seq:77' });
    expect(await screen.findByText('No differences')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Clear A/B' }));
    expect(address.raw()).toEqual({ moment: 'seq:77' });
  });

  it('says when it is gone, when a link names none, and leaves the address on close', async () => {
    const gone = { status: 410, code: 'moment_gone', error: 'That moment is not recorded any more' };
    draw({ moment: 'trade:1' }, gone);
    expect(await screen.findByText('That moment is not recorded any more')).toBeTruthy();
    cleanup();
    const { address } = draw({ moment: 'what:1' });
    expect(await screen.findByText('The link names no moment: what:1')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(address.raw()).toEqual({});
  });
});

import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { useUnsaved } from '../../../shared/form/unsaved.tsx';
import { withRouter } from '../../../shared/router.fixture.tsx';
import { useDraftKept } from './drafts.ts';
import { LeaveGuard } from './leave-guard.tsx';

afterEach(cleanup);

function Form() {
  const [text, setText] = useState('');
  useUnsaved('risk guard', text !== '');
  useDraftKept('risk guard', {
    isDirty: text !== '',
    values: { text },
    restore: (kept) => setText(String(kept['text'])),
  });
  return <input aria-label="Field" value={text} onChange={(event) => setText(event.target.value)} />;
}

function Page() {
  const [isShown, setShown] = useState(true);
  return (
    <LeaveGuard>
      <button type="button" onClick={() => setShown(!isShown)}>
        Collapse
      </button>
      {isShown ? <Form /> : null}
    </LeaveGuard>
  );
}

const type = (text: string): boolean => fireEvent.change(screen.getByLabelText('Field'), { target: { value: text } });

it('asks before the page is left with something unsaved, even while its panel is collapsed', async () => {
  const { element, router } = withRouter(<Page />);
  render(element);
  await screen.findByLabelText('Field');
  type('7');
  fireEvent.click(screen.getByRole('button', { name: 'Collapse' }));
  void router.navigate({ to: '/app/history' });
  await screen.findByText('Leave without saving?');
  expect(screen.getByText(/Not saved: risk guard/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByText('Leave without saving?')).toBeNull());
  expect(router.state.location.pathname).toBe('/');
});

it('keeps what was typed while a panel is away, and leaves freely when nothing is unsaved', async () => {
  const { element, router } = withRouter(<Page />);
  render(element);
  await screen.findByLabelText('Field');
  type('7');
  fireEvent.click(screen.getByRole('button', { name: 'Collapse' }));
  expect(screen.queryByLabelText('Field')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Collapse' }));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Field').value).toBe('7'));
  type('');
  await act(() => router.navigate({ to: '/app/history' }));
  expect(router.state.location.pathname).toBe('/app/history');
});

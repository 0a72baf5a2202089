import { getRiskSettings, putRiskSettings } from '@riptide/contracts/calls';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { FakeServer, renderOn } from '../fake-server.fixture.tsx';
import { FormNumber } from './form-fields.tsx';
import { resetTo } from './reset-to.ts';
import { useRouteForm } from './use-route-form.ts';

afterEach(cleanup);

function Probe() {
  const { form, submit } = useRouteForm(putRiskSettings, {
    values: { max_leverage: 10 },
    failed: 'Failed to save',
    refresh: [getRiskSettings],
  });
  return (
    <form onSubmit={submit}>
      <FormNumber control={form.control} name="max_leverage" label="Max Leverage" unit="x" hint="1 to 125" />
      <button type="submit">Save</button>
      <button type="button" onClick={() => resetTo(form, { max_leverage: 10 })}>
        Discard
      </button>
    </form>
  );
}

async function type(text: string): Promise<void> {
  await act(async () => {
    fireEvent.change(screen.getByLabelText('Max Leverage'), { target: { value: text } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  });
}

it('sends nothing that the contract refuses, and says what is wrong at the field', async () => {
  const { server } = renderOn(new FakeServer(), <Probe />);
  await type('1000');
  expect(server.asked).toEqual([]);
  expect(screen.getByLabelText('Max Leverage').getAttribute('aria-invalid')).toBe('true');
  await type('ten');
  expect(server.asked).toEqual([]);
});

it('sends numbers as numbers, and puts what the server refuses at its field', async () => {
  const server = new FakeServer().on(putRiskSettings, {
    status: 400,
    code: 'invalid_input',
    error: 'Not at this venue',
    fields: { max_leverage: 'BYBIT allows 5' },
  });
  renderOn(server, <Probe />);
  await type('7');
  expect(server.of(putRiskSettings)).toMatchObject([{ body: { max_leverage: 7 } }]);
  expect(screen.getByText('BYBIT allows 5')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Max Leverage').value).toBe('7');
});

function Changes() {
  const { form, submit } = useRouteForm(putRiskSettings, {
    values: { max_leverage: 10, stop_loss_pct: 2 },
    sends: 'changes',
    failed: 'Failed to save',
  });
  return (
    <form onSubmit={submit}>
      <FormNumber control={form.control} name="max_leverage" label="Max Leverage" unit="x" hint="1 to 125" />
      <button type="submit">Save</button>
    </form>
  );
}

it('sends only what differs where the call leaves the rest as it stands', async () => {
  const { server } = renderOn(new FakeServer(), <Changes />);
  await type('7');
  expect(server.of(putRiskSettings).map(({ body }) => body)).toEqual([{ max_leverage: 7 }]);
});

it('never takes an emptied number for one that is left as it stands', async () => {
  const { server } = renderOn(new FakeServer(), <Changes />);
  await type('');
  expect(server.asked).toEqual([]);
  expect(screen.getByText('Enter a number')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Max Leverage').value).toBe('');
});

it('gives up what was typed when it is discarded', async () => {
  renderOn(new FakeServer(), <Probe />);
  fireEvent.change(screen.getByLabelText('Max Leverage'), { target: { value: '7' } });
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Discard' })));
  expect(screen.getByLabelText<HTMLInputElement>('Max Leverage').value).toBe('10');
});

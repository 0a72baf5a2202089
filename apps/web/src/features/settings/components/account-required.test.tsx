import { getSecuritySettings, putSecuritySettings } from '@riptide/contracts/calls';
import { cleanup, createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { keepAccount } from '../../../shared/account.ts';
import { FakeServer, renderOn } from '../../../shared/fake-server.fixture.tsx';
import { AccountRequired } from './account-required.tsx';

afterEach(cleanup);

const answer = (isRequired: boolean) => ({
  ok: true as const,
  settings: { require_account_for_trading: isRequired },
  require_account_for_trading: isRequired,
});

it('switches the need of an account off with the password of the account only', async () => {
  const user = { email: 'ada@example.com', is_verified: true, two_factor_enabled: false, created_at: 1_800_000_000 };
  keepAccount({ user, token: 'token' });
  const server = new FakeServer()
    .on(getSecuritySettings, answer(true))
    .on(putSecuritySettings, { ...answer(false), message: 'Security settings saved' });
  renderOn(server, <AccountRequired />);
  fireEvent.click(await screen.findByRole('switch', { name: /Require account for trading/ }));
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Switch off' });
  expect([button.disabled, server.of(putSecuritySettings)]).toEqual([true, []]);
  fireEvent.change(screen.getByLabelText('Account password'), { target: { value: 'analytical engine' } });
  const form = button.closest('form') as HTMLFormElement;
  const submit = createEvent.submit(form);
  // The guard against a second Enter wants some time between opening and answering.
  Object.defineProperty(submit, 'timeStamp', { value: Number.MAX_SAFE_INTEGER });
  fireEvent(form, submit);
  await waitFor(() =>
    expect(server.of(putSecuritySettings)).toMatchObject([
      { body: { require_account_for_trading: false, password: 'analytical engine' } },
    ]),
  );
});

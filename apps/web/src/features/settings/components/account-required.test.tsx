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

const CODE = 'Code of your authenticator app, or a recovery code';

async function openSwitchOff(hasCode: boolean): Promise<FakeServer> {
  const user = { email: 'ada@example.com', is_verified: true, two_factor_enabled: hasCode, created_at: 1_800_000_000 };
  keepAccount({ user, token: 'token' });
  const server = new FakeServer()
    .on(getSecuritySettings, answer(true))
    .on(putSecuritySettings, { ...answer(false), message: 'Security settings saved' });
  renderOn(server, <AccountRequired />);
  fireEvent.click(await screen.findByRole('switch', { name: /Require account for trading/ }));
  await screen.findByRole('button', { name: 'Switch off' });
  return server;
}

const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Switch off' });
const enter = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

function submitForm(): void {
  const form = button().closest('form') as HTMLFormElement;
  const submit = createEvent.submit(form);
  // The guard against a second Enter wants some time between opening and answering.
  Object.defineProperty(submit, 'timeStamp', { value: Number.MAX_SAFE_INTEGER });
  fireEvent(form, submit);
}

it('switches the need of an account off with the password of the account only', async () => {
  const server = await openSwitchOff(false);
  expect([button().disabled, server.of(putSecuritySettings)]).toEqual([true, []]);
  enter('Account password', 'analytical engine');
  submitForm();
  await waitFor(() =>
    expect(server.of(putSecuritySettings)).toMatchObject([
      { body: { require_account_for_trading: false, password: 'analytical engine' } },
    ]),
  );
});

it('asks an account with a second factor for a code of it besides', async () => {
  const server = await openSwitchOff(true);
  enter('Account password', 'analytical engine');
  expect(button().disabled).toBe(true);
  enter(CODE, '123456');
  submitForm();
  await waitFor(() =>
    expect(server.of(putSecuritySettings)).toMatchObject([
      { body: { require_account_for_trading: false, password: 'analytical engine', otp: '123456' } },
    ]),
  );
});

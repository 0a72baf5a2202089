import { useState } from 'react';
import { useDialog } from '../../shared/dialogs.ts';
import { Sheet } from '../../ui/sheet.tsx';
import type { AccountViewName } from './account-view.ts';
import { ForgotView } from './forgot-view.tsx';
import { LoginView } from './login-view.tsx';
import { RegisterView } from './register-view.tsx';
import { ResetView } from './reset-view.tsx';
import { VerifyView } from './verify-view.tsx';

const VIEWS = { login: LoginView, register: RegisterView, verify: VerifyView, forgot: ForgotView, reset: ResetView };

const TITLES: Readonly<Record<AccountViewName, string>> = {
  login: 'Account Login',
  register: 'Create an account',
  verify: 'Verify your email',
  forgot: 'Forgot password',
  reset: 'Reset password',
};

/** The account dialog: login, and what leads to one. */
export function AccountDialog({ onLoggedIn }: { onLoggedIn: (welcome: string) => void }) {
  const [isOpen, setOpen] = useDialog('account');
  const [view, setView] = useState<AccountViewName>('login');
  const [email, setEmail] = useState('');
  const close = (): void => {
    setOpen(false);
    setView('login');
  };
  const View = VIEWS[view];
  return (
    <Sheet open={isOpen} onOpenChange={(next) => (next ? setOpen(true) : close())} title={TITLES[view]} side="centre">
      <View
        key={view}
        email={email}
        onEmail={setEmail}
        onGo={setView}
        onLoggedIn={(welcome) => {
          close();
          onLoggedIn(welcome);
        }}
      />
    </Sheet>
  );
}

import { AccountRequired } from './account-required.tsx';
import { AccessPanel } from './access-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';
import { TwoFactorPanel } from './two-factor-panel.tsx';

/** Who may come in: the gate password, its sessions, accounts and their second factor. */
export function SecuritySection() {
  return (
    <div className="grid min-w-0 items-start gap-3 lg:grid-cols-2">
      <PasswordPanel />
      <div className="flex min-w-0 flex-col gap-3">
        <AccessPanel />
        <AccountRequired />
        <TwoFactorPanel />
      </div>
      <div className="min-w-0 lg:col-span-2">
        <SessionsPanel />
      </div>
    </div>
  );
}

import { ShieldCheck } from 'lucide-react';

/** The advice on permissions: spot alone, or with futures where the trading engine is to use the key. */
export function SecurityNotice({ withFutures }: { withFutures: boolean }) {
  return (
    <p className="tint flex gap-2.5 rounded-panel px-3.5 py-2.5 text-sm [--tint:var(--info)]">
      <ShieldCheck size={16} aria-hidden className="mt-px flex-none" />
      <span className="text-fg1">
        API keys are encrypted with AES-256-GCM. Enable only spot trading permission and whitelist the server IP.
        {withFutures ? ' Enable futures trading too. Never enable withdrawals.' : null}
      </span>
    </p>
  );
}

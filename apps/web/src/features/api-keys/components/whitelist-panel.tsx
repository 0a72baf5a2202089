import { problemText } from '../../../lib/api-problem.ts';
import { CopyButton } from '../../../shared/copy-button.tsx';
import { Panel } from '../../../shared/panel.tsx';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useEgressIp, useSelfcheck } from '../api/use-connections.ts';

/** The addresses to enter at the venues, each with its own state and copy button. */
export function WhitelistPanel() {
  const egress = useEgressIp();
  const self = useSelfcheck();
  const reasonOf = (asked: typeof egress | typeof self): string | null =>
    asked.isError ? problemText(asked.error, 'No answer') : (asked.data?.reason ?? null);
  return (
    <Panel title="Server IP Whitelist">
      <div className="flex flex-col gap-3 px-3.5 py-3">
        <p className="text-[12px] text-fg2">
          Enter the egress address in the IP list of every key. Then a stolen key is of no use elsewhere.
        </p>
        <Address
          label="Egress IP"
          note="What the venues see"
          address={egress.data?.egress_ip}
          reason={reasonOf(egress)}
          isAsking={egress.isFetching}
          onRetry={() => void egress.refetch()}
        />
        <Address
          label="Server IP"
          note="Of the machine in its own network"
          address={self.data?.server_ip}
          reason={reasonOf(self)}
          isAsking={self.isFetching}
          onRetry={() => void self.refetch()}
        />
        <Address
          label="Outbound IP"
          note="Of the machine towards the internet"
          address={self.data?.outbound_ip}
          reason={reasonOf(self)}
          isAsking={self.isFetching}
          onRetry={() => void self.refetch()}
        />
      </div>
    </Panel>
  );
}

interface AddressProps {
  readonly label: string;
  readonly note: string;
  /** null is unknown, undefined not asked yet. */
  readonly address: string | null | undefined;
  readonly reason: string | null;
  readonly isAsking: boolean;
  readonly onRetry: () => void;
}

function Address({ label, note, address, reason, isAsking, onRetry }: AddressProps) {
  return (
    <div role="group" aria-label={label} className="flex flex-col gap-0.5 border-t border-line1 pt-2.5">
      <span className="flex items-baseline gap-2 text-[12px] text-fg2">
        {label} <span className="text-2xs text-fg3">{note}</span>
      </span>
      <div className="flex min-h-8 flex-wrap items-center gap-x-2">
        {address ? (
          <>
            <code className="font-mono text-sm break-all">{address}</code>
            <span className="flex-1" />
            <CopyButton text={address} label="Copy" />
          </>
        ) : address === undefined && reason === null ? (
          <Skeleton width={120} />
        ) : (
          <>
            <span className="text-sm text-fg2">
              {label === 'Server IP' ? 'Could not find the address' : 'Could not find the public IP'}
            </span>
            <span className="flex-1" />
            <Button look="ghost" size="sm" pending={isAsking} onClick={onRetry}>
              Retry
            </Button>
            {reason === null ? null : <small className="basis-full text-2xs text-fg3">{reason}</small>}
          </>
        )}
      </div>
    </div>
  );
}

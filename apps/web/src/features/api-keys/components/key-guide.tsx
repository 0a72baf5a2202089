import type { VenueName } from '@riptide/contracts/calls';
import { CopyButton } from '../../../shared/copy-button.tsx';
import { useEgressIp } from '../api/use-connections.ts';
import { VENUE_GUIDES } from '../model/venue-guide.ts';

/** How a key is made at a venue, with the address to enter there, and how long it lives. Readable without a network. */
export function KeyGuide({ venue }: { venue: VenueName }) {
  const { steps, lifetime } = VENUE_GUIDES[venue];
  const egress = useEgressIp().data?.egress_ip ?? null;
  return (
    <div className="flex flex-col gap-2 text-fg2">
      <ol className="flex list-decimal flex-col gap-1.5 pl-5 marker:text-fg3">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p className="flex min-h-8 flex-wrap items-center gap-x-2">
        Egress address of this server:
        {egress === null ? (
          <span className="text-fg3">unknown, see Server IP Whitelist</span>
        ) : (
          <>
            <code className="font-mono text-fg1 break-all">{egress}</code>
            <CopyButton text={egress} label="Copy" />
          </>
        )}
      </p>
      <p>
        <b className="font-semibold text-fg1">How long it lives:</b> {lifetime}
      </p>
    </div>
  );
}

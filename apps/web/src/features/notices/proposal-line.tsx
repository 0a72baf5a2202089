import type { DecisionItem } from '@riptide/contracts/calls';
import { Link } from '@tanstack/react-router';
import { Crosshair } from 'lucide-react';
import type { MouseEvent } from 'react';
import { formatPx } from '../../lib/format.ts';
import { orderWords, proposalDomId, secondsLeft } from '../../shared/decisions/proposals.ts';
import { VenueBadge } from '../../shared/venue.tsx';
import { Tag } from '../../ui/tag.tsx';

interface ProposalLineProps {
  /** The one that ends first. */
  readonly proposal: DecisionItem;
  /** How many others wait. */
  readonly more: number;
  /** Server's epoch seconds. */
  readonly nowS: number;
}

/** What waits for a person's word, for how long, and the way to its card. */
export function ProposalLine({ proposal, more, nowS }: ProposalLineProps) {
  const { id, symbol, venue, plan } = proposal;
  const leftS = secondsLeft(proposal, nowS);
  return (
    <section
      aria-label="Waiting proposal"
      className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-info bg-[color-mix(in_srgb,var(--info)_14%,var(--bg0))] px-5 py-1.5 text-sm max-sm:px-3"
    >
      <Crosshair size={16} className="flex-none text-info" aria-hidden />
      {/* Without what counts on, or it would be read out every second. */}
      <span role="status" className="sr-only">{`${symbol} on ${venue} waits for your answer`}</span>
      <span className="tabular min-w-0 flex-1">
        <b className="font-semibold">Waits for you:</b>{' '}
        {plan === undefined
          ? `a proposal for ${symbol}`
          : `${orderWords(plan, symbol)}, stop ${formatPx(plan.stop_price)}`}{' '}
        <VenueBadge venue={venue} />
        {more === 0 ? '' : ` and ${more} more`}
      </span>
      <Tag tone={leftS <= 10 ? 'warn' : 'info'}>{`${leftS} s left`}</Tag>
      <Link
        to="/app/trading"
        hash={proposalDomId(id)}
        onClick={(event) => focusCard(event, id)}
        className="reach inline-flex min-h-6 items-center font-[550] underline underline-offset-3"
      >
        Show
      </Link>
    </section>
  );
}

/** On the page of the card there is nowhere to go: its first answer takes the focus, which brings it into view. */
function focusCard(event: MouseEvent, id: string): void {
  const answer = document.getElementById(proposalDomId(id))?.querySelector('button');
  if (answer === null || answer === undefined) return;
  event.preventDefault();
  answer.focus();
}

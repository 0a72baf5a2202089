import { Suspense } from 'react';
import { useRuntime } from '../../lib/runtime.tsx';
import { useNow } from '../../lib/use-now.ts';
import { openProposals } from '../../shared/decisions/proposals.ts';
import { latePart } from '../../shared/late-part.tsx';
import { useEngineFeed } from '../../shared/topic-feeds.ts';

const ProposalLine = latePart('the proposal', () => import('./proposal-line.tsx').then((each) => each.ProposalLine));

/** A proposal can be answered for half a minute: while one waits it stands above every page. */
export function ProposalSlot() {
  const { serverClock } = useRuntime();
  const nowS = serverClock.toServerMs(useNow()) / 1000;
  const proposals = openProposals(useEngineFeed()?.decisions ?? [], nowS);
  const [first] = proposals;
  if (first === undefined) return null;
  return (
    <Suspense fallback={null}>
      <ProposalLine proposal={first} more={proposals.length - 1} nowS={nowS} />
    </Suspense>
  );
}

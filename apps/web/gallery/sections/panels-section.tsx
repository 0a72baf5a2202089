import { useState } from 'react';
import { ApiProblem } from '../../src/lib/api-problem.ts';
import { AgeTag } from '../../src/shared/age-tag.tsx';
import { CopyButton } from '../../src/shared/copy-button.tsx';
import { CsvButton } from '../../src/shared/csv-button.tsx';
import { Num } from '../../src/shared/num.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../src/shared/panel-states.tsx';
import { Panel } from '../../src/shared/panel.tsx';
import { Button } from '../../src/ui/button.tsx';
import { Tag } from '../../src/ui/tag.tsx';
import { startedS } from '../samples.ts';
import { Section } from './section.tsx';

const POLL_MS = 5000;
const PROBLEM = new ApiProblem({
  code: 'network',
  text: 'Server can not be reached',
  status: null,
  path: '/api/portfolio',
});

/** A panel in every state it can be in. */
export function PanelsSection() {
  return (
    <Section id="panels" title="Panels and their states">
      <div className="grid grid-cols-3 gap-3 max-lg:grid-cols-2 max-sm:grid-cols-1">
        <Panel
          title="With data"
          note={<Tag tone="accent">3</Tag>}
          actions={
            <>
              <AgeTag atSeconds={startedS} intervalMs={600_000} />
              <CsvButton fileName="sample.csv" text={() => 'a,b\r\n1,2\r\n'} />
            </>
          }
        >
          <Figures />
        </Panel>
        <Panel title="Loading">
          <LoadingRows rows={4} label="Loading balances..." />
        </Panel>
        <Panel title="Empty">
          <EmptyState title="No active positions. Start trading to see positions here.">
            <Button size="sm">Start Trading</Button>
          </EmptyState>
        </Panel>
        <Panel title="Error">
          <ErrorState error={PROBLEM} fallback="Failed to load balances" onRetry={() => {}} />
        </Panel>
        <Panel title="Stale" actions={<AgeTag atSeconds={startedS - 18} intervalMs={POLL_MS} />}>
          <div className="stale">
            <Figures />
          </div>
        </Panel>
        <Panel title="Render failure" actions={<CopyButton text="sample" label="Copy" />}>
          <Fragile />
        </Panel>
      </div>
    </Section>
  );
}

function Figures() {
  return (
    <dl className="tabular grid grid-cols-2 gap-y-1 px-3.5 py-3 text-sm">
      <dt className="text-fg2">Equity</dt>
      <dd className="text-right">
        <Num kind="usd" value={48_213.57} />
      </dd>
      <dt className="text-fg2">Unrealized P&L</dt>
      <dd className="text-right">
        <Num kind="pnl" value={-16.65} coloured />
      </dd>
      <dt className="text-fg2">Free margin</dt>
      <dd className="text-right">
        <Num kind="usd" value={null} />
      </dd>
    </dl>
  );
}

/** Breaks when asked to, so that the failure of one panel can be seen. */
function Fragile() {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) throw new Error('A sample failure while drawing');
  return (
    <div className="px-3.5 py-3">
      <Button size="sm" onClick={() => setBroken(true)}>
        Break this panel
      </Button>
    </div>
  );
}

import { Suspense, type ReactNode } from 'react';
import { latePart } from '../../../shared/late-part.tsx';
import { LoadingRows } from '../../../shared/panel-states.tsx';
import { Panel } from '../../../shared/panel.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import type { LowerTab } from '../model/arbitrage-search.ts';

const ExecutionsTable = latePart('the executions', () =>
  import('../executions/executions-table.tsx').then((each) => each.ExecutionsTable),
);
const TriangularPanel = latePart('the triangular paths', () =>
  import('../triangular/triangular-panel.tsx').then((each) => each.TriangularPanel),
);
const LearnerPanel = latePart('the learner', () =>
  import('../learner/learner-panel.tsx').then((each) => each.LearnerPanel),
);
const SettingsForm = latePart('the settings', () =>
  import('../settings/settings-form.tsx').then((each) => each.SettingsForm),
);

interface LowerPanelProps {
  readonly tab: LowerTab;
  readonly onTab: (tab: LowerTab) => void;
  readonly onTrade: (id: string) => void;
  /** The funding carry planner, placed by the app. */
  readonly carry: ReactNode;
}

export const LOWER_PANEL_ID = 'arbitrage-more';

/** Everything of the arbitrage engine that is not the live scanner, one part at a time; each is loaded when it is looked at. */
export function LowerPanel({ tab, onTab, onTrade, carry }: LowerPanelProps) {
  return (
    <div id={LOWER_PANEL_ID} className="scroll-mt-[calc(12px+var(--frame-top))]">
      <Panel title="Arbitrage engine">
        <Tabs
          label="Parts of the arbitrage engine"
          value={tab}
          onChange={onTab}
          tabs={[
            { value: 'executions', label: 'Executions', panel: part(<ExecutionsTable onOpen={onTrade} />) },
            { value: 'carry', label: 'Funding carry', panel: part(carry) },
            { value: 'triangular', label: 'Triangular', panel: part(<TriangularPanel />) },
            { value: 'learner', label: 'Learner', panel: part(<LearnerPanel />) },
            { value: 'settings', label: 'Settings', panel: part(<SettingsForm />) },
          ]}
        />
      </Panel>
    </div>
  );
}

function part(content: ReactNode): ReactNode {
  return <Suspense fallback={<LoadingRows rows={8} label="Loading" />}>{content}</Suspense>;
}

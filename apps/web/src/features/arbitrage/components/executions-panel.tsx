import { EmptyState } from '../../../shared/panel-states.tsx';
import { Panel } from '../../../shared/panel.tsx';

/** What was traded lately; nothing can be before orders exist. */
export function ExecutionsPanel() {
  return (
    <Panel title="Recent executions" className="h-full">
      <EmptyState title="No executions yet">
        Orders arrive with the trading core. Each execution will stand here with its net bps, latency and P&L.
      </EmptyState>
    </Panel>
  );
}

import { useNavigate, useSearch } from '@tanstack/react-router';
import { AiMetricsView } from '../../features/ai-metrics/ai-metrics-view.tsx';
import { parseAiSearch, type AiSearch } from '../../features/ai-metrics/model/ai-search.ts';
import { LearnerPanel } from '../../features/arbitrage/learner/learner-panel.tsx';
import { LabSection } from '../../features/lab/lab-section.tsx';

/** Both learning agents and the lab, with agent, window, filter and drawer in the address. */
export default function AiMetricsPage() {
  const search = parseAiSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const onSearch = (next: AiSearch): void => {
    void navigate({ to: '.', search: parseAiSearch({ ...next }), resetScroll: false });
  };
  return (
    <AiMetricsView
      search={search}
      onSearch={onSearch}
      arbitrageKnowledge={<LearnerPanel hasLink={false} />}
      lab={<LabSection />}
    />
  );
}

import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { OnboardingStrip } from '../../features/checklists/onboarding-strip.tsx';
import { DashboardView } from '../../features/dashboard/dashboard-view.tsx';
import { parseDashboardSearch, type DashboardSearch } from '../../features/dashboard/model/dashboard-search.ts';
import { TradingPanel } from '../../features/trading-panel/trading-panel.tsx';

/** The dashboard with its range and chart in the address. */
export default function DashboardPage() {
  const search = parseDashboardSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const onSearch = (next: DashboardSearch): void => {
    void navigate({ to: '.', search: parseDashboardSearch({ ...next }), replace: true, resetScroll: false });
  };
  const open = (
    <Link to="/app/trading" className="text-[12px] whitespace-nowrap text-accent hover:underline">
      Open <span aria-hidden>→</span>
    </Link>
  );
  return (
    <DashboardView
      search={search}
      onSearch={onSearch}
      onboarding={<OnboardingStrip />}
      tradingPanel={<TradingPanel action={open} className="h-full" />}
    />
  );
}

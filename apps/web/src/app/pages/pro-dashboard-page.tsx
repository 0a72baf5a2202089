import { useLocation, useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { LeaveGuard } from '../../features/pro-dashboard/frame/leave-guard.tsx';
import {
  ProAddressContext,
  withChange,
  type ProAddress,
  type RawSearch,
} from '../../features/pro-dashboard/frame/pro-address.ts';
import { ProPanel } from '../../features/pro-dashboard/frame/pro-panel.tsx';
import { ProDashboardView } from '../../features/pro-dashboard/pro-dashboard-view.tsx';
import { latePart } from '../../shared/late-part.tsx';
import { LoadingRows } from '../../shared/panel-states.tsx';

const CarryPanel = latePart('the carry planner', () =>
  import('../../features/carry/carry-panel.tsx').then((each) => each.CarryPanel),
);

/** The pro dashboard with its state in the address. */
export default function ProDashboardPage() {
  const text = useLocation({ select: (location) => location.searchStr });
  const raw = Object.fromEntries(new URLSearchParams(text));
  const navigate = useNavigate();
  const address: ProAddress = {
    raw,
    change: (fields, { isStep = false } = {}) =>
      void navigate({
        to: '/app/pro-dashboard',
        search: typed(withChange(raw, fields)),
        replace: !isStep,
        resetScroll: false,
      }),
  };
  return (
    <ProAddressContext value={address}>
      <LeaveGuard>
        <ProDashboardView
          carry={
            <ProPanel id="carry">
              <Suspense fallback={<LoadingRows rows={8} label="Loading the carry planner" />}>
                <CarryPanel
                  isNarrow={raw['focus'] !== 'carry'}
                  onTrade={(trade) => void navigate({ to: '/app/arbitrage', search: { trade } })}
                />
              </Suspense>
            </ProPanel>
          }
        />
      </LeaveGuard>
    </ProAddressContext>
  );
}

/** Figures as numbers: the router would write figures given as text in quotes. */
function typed(raw: RawSearch): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(raw).map(([name, value]) => [name, String(Number(value)) === value ? Number(value) : value]),
  );
}

import type { ReactNode } from 'react';
import { BalancesPanel } from './balances-panel.tsx';
import { BasisPanel } from './basis-panel.tsx';
import { VenueQualityPanel } from './venue-quality-panel.tsx';

interface PageGridProps {
  readonly controls: ReactNode;
  readonly automatic: ReactNode;
  readonly opportunities: ReactNode;
  readonly spread: ReactNode;
  readonly executions: ReactNode;
}

/** Two columns where there is room; below that the panels follow one another, the live rows before what they rest on. */
export function PageGrid({ controls, automatic, opportunities, spread, executions }: PageGridProps) {
  return (
    <div className="mt-3 grid items-start gap-3 max-sm:gap-2.5 sm:max-lg:grid-cols-2 lg:grid-cols-[minmax(0,3fr)_minmax(0,9fr)]">
      <div className="min-w-0 max-lg:contents lg:grid lg:gap-3">
        <div className="min-w-0 max-lg:order-1">{controls}</div>
        <div className="min-w-0 max-lg:order-2 max-sm:order-5">{automatic}</div>
        <div className="min-w-0 max-lg:order-6">
          <VenueQualityPanel />
        </div>
        <div className="min-w-0 max-lg:order-7">
          <BalancesPanel />
        </div>
      </div>
      <div className="min-w-0 max-lg:contents lg:grid lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-3">
        <div className="min-w-0 max-lg:order-3 sm:col-span-2">{opportunities}</div>
        <div className="min-w-0 max-lg:order-4 sm:max-lg:col-span-2">{spread}</div>
        <div className="min-w-0 max-lg:order-4 sm:max-lg:col-span-2">{executions}</div>
        <div className="min-w-0 max-lg:order-8 sm:col-span-2">
          <BasisPanel />
        </div>
      </div>
    </div>
  );
}

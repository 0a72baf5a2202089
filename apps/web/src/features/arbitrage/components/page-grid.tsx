import { useState, type ReactNode } from 'react';
import { PHONE, useMedia } from '../../../lib/use-media.ts';
import { Tabs } from '../../../ui/tabs.tsx';
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
export function PageGrid(props: PageGridProps) {
  const { controls, automatic, opportunities, spread, executions } = props;
  if (useMedia(PHONE)) return <PhonePage {...props} />;
  return (
    <div className="mt-3 grid items-start gap-3 sm:max-lg:grid-cols-2 lg:grid-cols-[minmax(0,3fr)_minmax(0,9fr)]">
      <div className="min-w-0 max-lg:contents lg:grid lg:gap-3">
        <div className="min-w-0 max-lg:order-1">{controls}</div>
        <div className="min-w-0 max-lg:order-2">{automatic}</div>
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

type Part = 'executions' | 'automatic' | 'spread' | 'venues' | 'basis';

/** On a phone: the scanner and its rows, and one at a time of what they rest on. */
function PhonePage({ controls, automatic, opportunities, spread, executions }: PageGridProps) {
  const [part, setPart] = useState<Part>('executions');
  const shown = (content: ReactNode) => <div className="mt-2.5 flex flex-col gap-2.5">{content}</div>;
  return (
    <div className="mt-2.5 flex flex-col gap-2.5">
      {controls}
      {opportunities}
      <Tabs<Part>
        label="Beside the rows"
        value={part}
        onChange={setPart}
        tabs={[
          { value: 'executions', label: 'Recent', panel: shown(executions) },
          { value: 'automatic', label: 'Auto-execute', panel: shown(automatic) },
          { value: 'spread', label: 'Spread', panel: shown(spread) },
          {
            value: 'venues',
            label: 'Venues',
            panel: shown(
              <>
                <VenueQualityPanel />
                <BalancesPanel />
              </>,
            ),
          },
          { value: 'basis', label: 'Basis', panel: shown(<BasisPanel />) },
        ]}
      />
    </div>
  );
}

import { getAllocation } from '@riptide/contracts/calls';
import { AgeTag } from '../../../shared/age-tag.tsx';
import { Loaded } from '../../../shared/loaded.tsx';
import { useCall } from '../../../shared/use-call.ts';
import { PAGE_CYCLE_MS } from '../frame/page-cycle.tsx';
import { ProPanel } from '../frame/pro-panel.tsx';
import { AllocationForm } from './allocation-form.tsx';

/** How the capital is divided over the venues, and by which weights. */
export function AllocationPanel() {
  const asked = useCall(getAllocation, { intervalMs: PAGE_CYCLE_MS });
  return (
    <ProPanel
      id="allocation"
      age={<AgeTag atSeconds={asked.data?.atSeconds ?? null} intervalMs={PAGE_CYCLE_MS} isShort />}
    >
      <Loaded asked={asked} what="the capital allocation" rows={7}>
        {(allocation) => <AllocationForm allocation={allocation} isStale={asked.isError} />}
      </Loaded>
    </ProPanel>
  );
}

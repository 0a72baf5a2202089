import { getTrailingOrders } from '@riptide/contracts/calls';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { AgeTag, useAgeMs } from '../../../shared/age-tag.tsx';
import { DataTable } from '../../../shared/data-table/data-table.tsx';
import { freshnessOf } from '../../../shared/freshness.ts';
import { Loaded } from '../../../shared/loaded.tsx';
import { EmptyState } from '../../../shared/panel-states.tsx';
import { TRAILING_INTERVAL_MS } from '../../../shared/trailing-interval.ts';
import { useCall } from '../../../shared/use-call.ts';
import { useExecution } from '../../../shared/use-execution.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { ProPanel } from '../frame/pro-panel.tsx';
import { trailingCard, trailingColumns } from './trailing-columns.tsx';
import { trailingExport } from './trailing-export.ts';
import { TrailingForm } from './trailing-form.tsx';

/** Take-profits that follow the price: create, start, remove, and how far each is. */
export function TrailingPanel() {
  const [isCreating, setCreating] = useState(false);
  const asked = useCall(getTrailingOrders, { intervalMs: TRAILING_INTERVAL_MS });
  const venues = useExecution().data?.venues;
  const atSeconds = asked.data?.atSeconds ?? null;
  const ageMs = useAgeMs(atSeconds);
  const isStale = ageMs !== null && ['stale', 'lost'].includes(freshnessOf(ageMs, TRAILING_INTERVAL_MS));
  return (
    <ProPanel
      id="trailing"
      note={<Tag>{asked.data?.count ?? '—'}</Tag>}
      age={<AgeTag atSeconds={atSeconds} intervalMs={TRAILING_INTERVAL_MS} isShort />}
      actions={
        <Button size="sm" onClick={() => setCreating(true)}>
          <Plus size={13} aria-hidden />
          New trailing order
        </Button>
      }
    >
      <Loaded asked={asked} what="the trailing orders" rows={4}>
        {({ trailing_orders: orders }) => (
          <DataTable
            label="Trailing orders"
            rows={orders}
            columns={trailingColumns({ isStale })}
            rowId={({ order_id: id }) => id}
            card={trailingCard({ isStale })}
            csvName="trailing_orders.csv"
            exportColumns={trailingExport((venue) => venues?.find((each) => each.venue === venue)?.mode ?? null)}
            isStale={isStale}
            maxHeightPx={360}
            empty={
              <EmptyState title="No trailing orders">
                <Button size="sm" onClick={() => setCreating(true)}>
                  New trailing order
                </Button>
              </EmptyState>
            }
          />
        )}
      </Loaded>
      <Sheet open={isCreating} onOpenChange={setCreating} title="New trailing order">
        {isCreating ? <TrailingForm onClose={() => setCreating(false)} /> : null}
      </Sheet>
    </ProPanel>
  );
}

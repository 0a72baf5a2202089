import { VENUE_NAMES } from '@riptide/contracts/calls';
import { RefreshCw } from 'lucide-react';
import { problemDetails, problemText } from '../../lib/api-problem.ts';
import { AgeTag, useAgeMs } from '../../shared/age-tag.tsx';
import { CopyButton } from '../../shared/copy-button.tsx';
import { freshnessOf } from '../../shared/freshness.ts';
import { LoadingRows } from '../../shared/panel-states.tsx';
import { Panel } from '../../shared/panel.tsx';
import { Button } from '../../ui/button.tsx';
import { CONNECTIONS_INTERVAL_MS, useConnections } from './api/use-connections.ts';
import { ConfiguredPanel } from './components/configured-panel.tsx';
import { KeyDialog } from './components/key-dialog.tsx';
import { PermissionsPanel } from './components/permissions-panel.tsx';
import { SecurityNotice } from './components/security-notice.tsx';
import { VenueCard } from './components/venue-card.tsx';
import { VenueSheet } from './components/venue-sheet.tsx';
import { WhitelistPanel } from './components/whitelist-panel.tsx';
import type { ApiKeysSearch } from './model/api-keys-search.ts';

interface ApiKeysViewProps {
  readonly search: ApiKeysSearch;
  readonly onSearch: (search: ApiKeysSearch) => void;
}

/** The page of exchange keys. */
export function ApiKeysView({ search, onSearch }: ApiKeysViewProps) {
  const asked = useConnections();
  const ageMs = useAgeMs(asked.data?.atSeconds ?? null);
  const venues = asked.data?.venues;
  const isStale = ageMs !== null && freshnessOf(ageMs, CONNECTIONS_INTERVAL_MS) !== 'live' && asked.isError;
  const rows = VENUE_NAMES.flatMap((venue) => {
    const status = venues?.[venue];
    return status?.hasKeys === true ? [{ venue, status }] : [];
  });
  return (
    <>
      <div className="mb-3 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1.5">
        <h1 className="text-lg font-[640] tracking-tight">Exchange Connections</h1>
        <span className="flex-1" />
        <AgeTag atSeconds={asked.data?.atSeconds ?? null} intervalMs={CONNECTIONS_INTERVAL_MS} isShort />
        <Button pending={asked.isFetching} onClick={() => void asked.refetch()}>
          {asked.isFetching ? null : <RefreshCw size={14} aria-hidden />}
          Refresh Status
        </Button>
      </div>
      {asked.isError ? <ErrorBanner error={asked.error} onRetry={() => void asked.refetch()} /> : null}
      {venues === undefined ? (
        asked.isError ? null : (
          <Panel title="Configured Exchanges">
            <p className="px-3.5 pt-3 text-sm text-fg2">Loading connections...</p>
            <LoadingRows rows={4} label="Loading connections..." />
          </Panel>
        )
      ) : (
        <div className="grid grid-cols-12 items-start gap-3 max-sm:gap-2.5">
          {VENUE_NAMES.map((venue) => (
            <div key={venue} className="col-span-3 max-lg:col-span-6 max-sm:col-span-12">
              <VenueCard
                venue={venue}
                status={venues[venue]}
                onEdit={() => onSearch({ edit: venue })}
                onDetails={() => onSearch({ venue })}
              />
            </div>
          ))}
          <div className="col-span-8 min-w-0 max-lg:col-span-12">
            <ConfiguredPanel
              rows={rows}
              isStale={isStale}
              onEdit={(venue) => onSearch({ edit: venue })}
              onDetails={(venue) => onSearch({ venue })}
            />
          </div>
          <div className="col-span-4 min-w-0 max-lg:col-span-12">
            <WhitelistPanel />
          </div>
          <div className="col-span-12 min-w-0">
            <PermissionsPanel rows={rows} isStale={isStale} />
          </div>
          <div className="col-span-12">
            <SecurityNotice
              withFutures={rows.length === 0 || rows.some((row) => row.status.scopes?.futures !== false)}
            />
          </div>
        </div>
      )}
      <KeyDialog
        venue={search.edit ?? null}
        status={search.edit && venues?.[search.edit]}
        onClose={() => onSearch({})}
      />
      <VenueSheet
        venue={search.venue ?? null}
        status={search.venue && venues?.[search.venue]}
        onClose={() => onSearch({})}
      />
    </>
  );
}

function ErrorBanner({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="tint mb-3 flex flex-wrap items-center gap-2 rounded-panel px-3.5 py-2.5 text-sm [--tint:var(--danger)]"
    >
      <b className="font-semibold">Error: {problemText(error, 'Could not load connections')}</b>
      <span className="flex-1" />
      <Button size="sm" onClick={onRetry}>
        Retry
      </Button>
      <CopyButton text={problemDetails(error)} label="Copy details" />
    </div>
  );
}

import { problemText } from '../../../lib/api-problem.ts';
import { formatExact, type Zone } from '../../../lib/format-time.ts';
import { usePreferences } from '../../../lib/preferences.ts';
import { ErrorState, LoadingRows } from '../../../shared/panel-states.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { useProAddress } from '../frame/pro-address.ts';
import { MomentCompare } from './components/moment-compare.tsx';
import { MomentNav } from './components/moment-nav.tsx';
import { MomentParts } from './components/moment-parts.tsx';
import { parsePlace } from './model/moment-place.ts';
import { useMoment } from './use-moment.ts';

const GONE = { moment: undefined, momentSymbol: undefined, momentA: undefined, momentB: undefined } as const;

/** Everything as it was at a moment: opened by `moment` in the address, stepped through from record to record. */
export function MomentSheet() {
  const { raw, change } = useProAddress();
  const { zone } = usePreferences();
  const place = raw['moment'];
  const symbol = raw['momentSymbol'] ?? '';
  const query = useMoment(place, symbol);
  const moment = query.data;
  const go = (to: string): void => change({ moment: to });
  return (
    <Sheet
      open={place !== undefined}
      onOpenChange={(isOpen) => !isOpen && change(GONE)}
      title="The moment"
      side="wide"
      note={
        moment === undefined ? null : (
          <time className="tabular text-xs text-fg2" dateTime={new Date(moment.at * 1000).toISOString()}>
            {exactText(moment.at, zone)}
          </time>
        )
      }
    >
      {place === undefined ? null : parsePlace(place) === null ? (
        <p role="alert" className="p-4 text-sm">
          The link names no moment: {place}
        </p>
      ) : moment === undefined ? (
        query.isError ? (
          <ErrorState
            error={query.error}
            fallback="The moment could not be shown"
            onRetry={() => void query.refetch()}
          />
        ) : (
          <LoadingRows rows={12} label="Loading the moment" />
        )
      ) : (
        <div className="flex min-w-0 flex-col gap-4 px-4 py-3.5 text-sm" aria-busy={query.isFetching}>
          <MomentNav
            moment={moment}
            symbol={symbol}
            isBusy={query.isFetching}
            onGo={go}
            onSymbol={(momentSymbol) => change({ momentSymbol })}
          />
          {query.isError ? (
            <p role="alert" className="text-danger">
              {problemText(query.error, 'That moment could not be shown')}. The one before still stands here.
            </p>
          ) : null}
          <MomentCompare
            moment={moment}
            symbol={symbol}
            a={raw['momentA']}
            b={raw['momentB']}
            onPick={(part) => change(part)}
          />
          <MomentParts moment={moment} />
        </div>
      )}
    </Sheet>
  );
}

/** Date, time to the millisecond, zone. */
function exactText(atSeconds: number, zone: Zone): string {
  const atMs = Math.round(atSeconds * 1000);
  const exact = formatExact(atMs, zone);
  return `${exact.slice(0, 19)}.${String(atMs % 1000).padStart(3, '0')}${exact.slice(19)}`;
}

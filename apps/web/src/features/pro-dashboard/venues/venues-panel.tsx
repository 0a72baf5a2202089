import { getTicker, VENUE_NAMES } from '@riptide/contracts/calls';
import { AgeTag } from '../../../shared/age-tag.tsx';
import { ErrorState, LoadingRows } from '../../../shared/panel-states.tsx';
import { useCall } from '../../../shared/use-call.ts';
import { cn } from '../../../ui/cn.ts';
import { DEFAULT_SYMBOL, parseChartPlace } from '../frame/chart-place.ts';
import { useProAddress } from '../frame/pro-address.ts';
import { ProPanel } from '../frame/pro-panel.tsx';
import { useFolded } from '../frame/use-folded.ts';
import { useIsOld } from '../frame/use-is-old.ts';
import { remember } from './venue-figures.ts';
import { VenueCard } from './venue-card.tsx';

/** Specified poll interval of live prices, of which these are. */
export const TICKER_INTERVAL_MS = 2000;

/** What each venue says about the symbol of the chart, and how it stands itself. */
export function VenuesPanel() {
  const { raw } = useProAddress();
  const symbol = parseChartPlace(raw).symbol ?? DEFAULT_SYMBOL;
  const query = useCall(getTicker, { input: { query: { symbol } }, intervalMs: TICKER_INTERVAL_MS });
  const memories = useFolded('venues', query.data, remember);
  const answer = query.data;
  const isOld = useIsOld(answer?.atSeconds ?? null, TICKER_INTERVAL_MS);
  const working = answer === undefined ? null : VENUE_NAMES.filter((venue) => answer.tickers[venue].ok).length;
  return (
    <ProPanel
      id="venues"
      note={
        <span className="tabular text-2xs text-fg3">
          {symbol}
          {working === null ? '' : `, ${working} of ${VENUE_NAMES.length} active`}
        </span>
      }
      age={<AgeTag atSeconds={answer?.atSeconds ?? null} intervalMs={TICKER_INTERVAL_MS} isShort />}
    >
      {query.isError ? (
        <ErrorState error={query.error} fallback="Failed to load the venues" onRetry={() => void query.refetch()} />
      ) : null}
      {query.isPending ? <LoadingRows rows={8} label="Loading Venues" /> : null}
      {answer === undefined ? null : (
        <div
          className={cn(
            'grid grid-cols-4 gap-3 p-3 max-lg:grid-cols-2 max-sm:grid-cols-1 max-sm:gap-2.5',
            (isOld || query.isError) && 'stale',
          )}
        >
          {VENUE_NAMES.map((venue) => (
            <VenueCard
              key={venue}
              venue={venue}
              symbol={answer.symbol}
              tickers={answer.tickers}
              memory={memories?.symbol === answer.symbol ? memories.venues[venue] : null}
            />
          ))}
        </div>
      )}
    </ProPanel>
  );
}

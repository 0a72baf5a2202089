import { useSyncExternalStore } from 'react';
import { formatChangePct, formatCompactUsd, UNKNOWN } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { AgeTag } from '../age-tag.tsx';
import { useMarketFeed, usePricesLoad } from './market-feed.tsx';
import { usePriceRow } from './use-price-row.ts';
import { Px, Unknown } from '../num.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../panel-states.tsx';
import { Panel } from '../panel.tsx';
import { PRICES_INTERVAL_MS } from '../use-live-price.ts';
import { cn } from '../../ui/cn.ts';
import { orderSymbols } from './price-order.ts';

interface PricesPanelProps {
  /** Shown first. */
  readonly followed: readonly string[];
  readonly selected: string;
  readonly onSymbol: (symbol: string) => void;
  /** A part of a panel around it. */
  readonly isInner?: boolean;
}

/** The last price of every symbol; a row is chosen for the chart. */
export function PricesPanel({ followed, selected, onSymbol, isInner = false }: PricesPanelProps) {
  const load = usePricesLoad();
  const { symbols, newestS } = usePriceList(followed);
  return (
    <Panel
      title="Live prices"
      className="h-full"
      isInner={isInner}
      age={<AgeTag atSeconds={newestS === 0 ? null : newestS} intervalMs={PRICES_INTERVAL_MS} isShort />}
    >
      {load.isError ? (
        <ErrorState error={load.error} fallback="Failed to load prices" onRetry={() => void load.refetch()} />
      ) : null}
      {symbols.length === 0 && load.isPending ? <LoadingRows rows={8} label="Loading prices" /> : null}
      {symbols.length === 0 && load.isSuccess ? (
        <EmptyState title="No prices yet">They come with the first data of a venue.</EmptyState>
      ) : null}
      {symbols.length === 0 ? null : (
        <div className="table-frame max-h-[366px]" role="region" aria-label="Live prices, scrollable" tabIndex={0}>
          <table className="data-table">
            <thead>
              <tr>
                <th scope="col">Symbol</th>
                <th scope="col" className="num">
                  Price
                </th>
                <th scope="col" className="num">
                  24h
                </th>
              </tr>
            </thead>
            <tbody>
              {symbols.map((symbol) => (
                <PriceLine key={symbol} symbol={symbol} isSelected={symbol === selected} onSymbol={onSymbol} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}

/** The order is decided once a second at most; each row follows its own price. */
function usePriceList(followed: readonly string[]) {
  // WHY: the table is an object that changes inside; a memoised read of it would stand still.
  'use no memo';
  const { prices } = useMarketFeed();
  useNow();
  const isEmpty = useSyncExternalStore(prices.subscribe, () => prices.values().length === 0);
  const rows = isEmpty ? [] : prices.values();
  const newestS = rows.reduce((newest, row) => Math.max(newest, row.last_updated), 0);
  return { symbols: orderSymbols(rows, followed), newestS };
}

interface PriceLineProps {
  readonly symbol: string;
  readonly isSelected: boolean;
  readonly onSymbol: (symbol: string) => void;
}

function PriceLine({ symbol, isSelected, onSymbol }: PriceLineProps) {
  const row = usePriceRow(symbol);
  const change = formatChangePct(row?.change_24h);
  const [, base, quote] = /^(.*?)(USDT)?$/.exec(symbol) ?? [];
  return (
    <tr className={cn('row-live cursor-pointer', isSelected && 'row-selected')} onClick={() => onSymbol(symbol)}>
      <td>
        <button
          type="button"
          aria-pressed={isSelected}
          aria-label={`Show ${symbol} in the chart`}
          className="reach min-h-6 font-semibold"
          onClick={(event) => {
            event.stopPropagation();
            onSymbol(symbol);
          }}
        >
          {base}
          <small className="ml-1 text-2xs font-normal text-fg3">{quote}</small>
        </button>
      </td>
      <td className="num" title={row ? `at ${row.venue}, ${formatCompactUsd(row.volume_24h)} in 24 h` : undefined}>
        <Px value={row?.price} tick={row?.tick_size} />
      </td>
      <td className="num">
        {change === UNKNOWN ? (
          <Unknown />
        ) : (
          <span className={change.startsWith('-') ? 'text-down' : 'text-up'}>{change}</span>
        )}
      </td>
    </tr>
  );
}

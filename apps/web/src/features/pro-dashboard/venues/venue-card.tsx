import type { VenueName, VenueTicker } from '@riptide/contracts/calls';
import type { ReactNode } from 'react';
import { formatBps, formatChangePct, formatCount, formatPct, formatUsd, UNKNOWN } from '../../../lib/format.ts';
import { formatAge, formatClock, formatLatency } from '../../../lib/format-time.ts';
import { usePreferences } from '../../../lib/preferences.ts';
import { useAgeMs } from '../../../shared/age-tag.tsx';
import { Px, Unknown } from '../../../shared/num.tsx';
import { cn } from '../../../ui/cn.ts';
import { Dot } from '../../../ui/dot.tsx';
import { Meter, meterTone } from '../../../ui/meter.tsx';
import { Sparkline } from '../../../ui/sparkline.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { awayFromBinancePct, SLOW_FROM_MS, type LastPrice, type Tickers, type VenueMemory } from './venue-figures.ts';

interface VenueCardProps {
  readonly venue: VenueName;
  readonly symbol: string;
  readonly tickers: Tickers;
  /** null before the first answer was kept. */
  readonly memory: VenueMemory | null;
}

/** One venue: whether its price is good, how late it comes, what it costs, what is on its account. */
export function VenueCard({ venue, symbol, tickers, memory }: VenueCardProps) {
  const ticker = tickers[venue];
  const isSlow = (ticker.latency_ms ?? 0) > SLOW_FROM_MS;
  const tone = ticker.ok ? (isSlow ? 'warn' : 'ok') : 'danger';
  return (
    <section aria-label={venue} className="tabular flex min-w-0 flex-col rounded-ctl border border-line1 bg-bg0">
      <header className="flex min-h-[38px] items-center gap-2 border-b border-line1 px-3">
        <Dot tone={tone} />
        <h3 className="text-base font-semibold">{venue}</h3>
        {ticker.mode === 'live' ? <small className="text-2xs font-bold text-live">LIVE</small> : null}
        <span className="flex-1" />
        <Tag tone={tone}>{ticker.ok ? 'ACTIVE' : 'DISCONNECTED'}</Tag>
      </header>
      <div className="flex items-start justify-between gap-2 px-3 pt-2.5">
        <div className="min-w-0">
          <Price ticker={ticker} last={memory?.last ?? null} />
          <span className="block text-2xs text-fg3">
            {symbol}
            {ticker.market === 'spot' ? ' spot' : ''} <Away venue={venue} tickers={tickers} />
          </span>
        </div>
        <span className="flex flex-col items-end gap-0.5" title="Feed delay: from the venue's event to this server">
          <Sparkline
            values={memory?.delays ?? []}
            width={56}
            height={18}
            colour={isSlow ? 'var(--warn)' : 'var(--s1)'}
            isFilled
          />
          <span className={cn('text-2xs', isSlow ? 'font-semibold text-warn' : 'text-fg3')}>
            <span className="sr-only">Latency </span>
            {formatLatency(ticker.latency_ms)}
          </span>
        </span>
      </div>
      {ticker.error === null ? null : (
        <p role="status" className="px-3 pt-1.5 text-[12px] text-danger">
          {ticker.error}
          {ticker.ok ? null : <span className="block text-fg2">{wordRemedy(ticker)}</span>}
        </p>
      )}
      <dl className="mt-auto flex flex-col gap-[3px] px-3 pt-2 text-[12px]">
        <Row label="Maker / taker">
          {`${formatBps(ticker.fees_bps.maker_bps)} / ${formatBps(ticker.fees_bps.taker_bps)} bps`}
        </Row>
        <Row label="USDT free">{formatUsd(ticker.balance.free)}</Row>
        <Row label="USDT total">{formatUsd(ticker.balance.total)}</Row>
        <Row label="Clock offset" title="The venue's clock against this server's">
          {wordOffset(ticker.clock_offset_ms)}
        </Row>
        <Row label="API weight used" title={wordLimit(ticker)}>
          {formatPct(ticker.api_weight === null ? null : ticker.api_weight.used_frac * 100, 0)}
        </Row>
      </dl>
      <div className="px-3 pt-1 pb-3">
        <Meter
          label={`API weight used at ${venue}`}
          fraction={ticker.api_weight?.used_frac ?? null}
          tone={meterTone(ticker.api_weight?.used_frac ?? null, { calm: 'info', warnAbove: 0.6, dangerAbove: 0.8 })}
          text={wordLimit(ticker)}
        />
      </div>
    </section>
  );
}

/** The price; the last good one, dimmed and with its time, while the venue tells none. */
function Price({ ticker, last }: { ticker: VenueTicker; last: LastPrice | null }) {
  const { zone } = usePreferences();
  const ageMs = useAgeMs(ticker.ok ? null : (last?.atS ?? null));
  if (ticker.ok) return <Px value={ticker.price} tick={ticker.tick_size} className="block text-md font-[620]" />;
  const px = last?.px ?? ticker.price;
  if (px === null) return <Unknown className="block text-md font-[620]" />;
  return (
    <span
      data-testid="last-price"
      className="stale block text-md font-[620] text-fg3"
      title={last === null ? undefined : `Last good price, of ${formatClock(last.atS * 1000, zone)}`}
    >
      <Px value={px} tick={last?.tick ?? ticker.tick_size} />
      {ageMs === null ? null : <small className="ml-1.5 text-2xs font-normal">{formatAge(ageMs)} old</small>}
    </span>
  );
}

function Away({ venue, tickers }: { venue: VenueName; tickers: Tickers }) {
  if (venue === 'BINANCE') return <>reference</>;
  const text = formatChangePct(awayFromBinancePct(tickers, venue), 3);
  if (text === UNKNOWN) return <Unknown />;
  return <>{`${text} vs BINANCE`}</>;
}

/** Says what becomes of it. */
function wordRemedy({ market }: VenueTicker): string {
  return market === null
    ? 'Choose another symbol in the live prices.'
    : 'It comes back by itself; nothing new is traded here meanwhile.';
}

function wordOffset(ms: number | null): string {
  if (ms === null) return UNKNOWN;
  return `${ms > 0 ? '+' : ''}${ms.toFixed(Math.abs(ms) < 10 ? 1 : 0)} ms`;
}

function wordLimit({ api_weight: limit }: VenueTicker): string {
  if (limit === null) return 'No request limit is told';
  return `${formatCount(limit.used)} of ${formatCount(limit.capacity)} of the limit "${limit.pool}", the fullest of this venue`;
}

function Row({ label, title, children }: { label: string; title?: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-2" title={title}>
      <dt className="text-fg2">{label}</dt>
      <dd className="font-semibold">{children === UNKNOWN ? <Unknown /> : children}</dd>
    </div>
  );
}

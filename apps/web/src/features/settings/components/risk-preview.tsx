import { previewRiskSettings, type RiskSettings, type RouteOutput } from '@riptide/contracts/calls';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { formatCount, formatUsd } from '../../../lib/format.ts';
import { useRuntime } from '../../../lib/runtime.tsx';
import { useBodySchema } from '../../../shared/form/use-body-schema.ts';
import { ErrorState, LoadingRows } from '../../../shared/panel-states.tsx';
import { Meter, meterTone } from '../../../ui/meter.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { leverageText } from '../model/leverage-text.ts';

type Preview = RouteOutput<typeof previewRiskSettings>;

/** A pause in typing this long asks the server. */
const TYPING_PAUSE_MS = 400;
const PREVIEW_INTERVAL_MS = 10_000;

/** What the limits as typed would mean for today, for open positions and for the trades of the day. Figures come from the server. */
export function RiskPreview({ values, saved }: { values: Partial<RiskSettings>; saved: RiskSettings }) {
  const schema = useBodySchema(previewRiskSettings);
  const isSound = schema === null || schema.safeParse(values).success;
  const asked = usePreview(isSound ? values : saved);
  return (
    <section aria-label="Effect" className="flex min-w-0 flex-col gap-3 rounded-ctl border border-line1 bg-bg2 p-3.5">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-semibold">Effect</h3>
        {asked.data && asked.data.changed.length > 0 && isSound ? <Tag tone="info">as typed, not in force</Tag> : null}
        {isSound ? null : <Tag tone="warn">of the saved limits</Tag>}
        {asked.data ? <span className="text-2xs text-fg3">at risk level {asked.data.risk_level}</span> : null}
      </div>
      {asked.data ? (
        <Facts preview={asked.data} />
      ) : asked.isError ? (
        <ErrorState error={asked.error} fallback="Could not work out the effect" onRetry={() => void asked.refetch()} />
      ) : (
        <LoadingRows rows={4} label="Working out the effect" />
      )}
    </section>
  );
}

function usePreview(values: Partial<RiskSettings>) {
  const { call, clock } = useRuntime();
  const text = JSON.stringify(values);
  const [settled, setSettled] = useState(text);
  useEffect(() => clock.after(TYPING_PAUSE_MS, () => setSettled(text)), [clock, text]);
  return useQuery({
    queryKey: [previewRiskSettings.path, settled],
    queryFn: ({ signal }) => call(previewRiskSettings, { body: JSON.parse(settled) as Partial<RiskSettings> }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: PREVIEW_INTERVAL_MS,
  });
}

function Facts({ preview }: { preview: Preview }) {
  const known = preview.days.filter((day) => day.daily_stop_usd !== null);
  return (
    <>
      {known.length === 0 ? (
        <p className="text-sm text-fg2">The equity is not known yet, so neither is the daily stop.</p>
      ) : null}
      {known.map((day) => (
        <DayGauge key={day.mode} day={day} />
      ))}
      <VenueLeverage preview={preview} />
      <PositionGauges preview={preview} />
      <p className="text-sm text-fg2">
        {preview.trades_total === 0
          ? 'No trade of today.'
          : preview.trades_refused === 0
            ? `None of the ${formatCount(preview.trades_total)} trades of today would have been refused.`
            : `${formatCount(preview.trades_refused)} of the ${formatCount(preview.trades_total)} trades of today would have been refused.`}
      </p>
    </>
  );
}

function DayGauge({ day }: { day: Preview['days'][number] }) {
  const { mode, equity_usd: equity, daily_stop_usd: stop, left_usd: left } = day;
  const used = stop === null || left === null || stop === 0 ? null : 1 - left / stop;
  const text = `${formatUsd(left)} of ${formatUsd(stop)} left today`;
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-sm">
        With {equity === null ? formatUsd(day.day_start_equity_usd) : formatUsd(equity)}{' '}
        {equity === null ? 'at the start of the day' : 'equity'} the daily stop is{' '}
        <b className="tabular font-semibold">{stop === null ? '—' : formatUsd(-stop)}</b>{' '}
        <span className={mode === 'live' ? 'text-live' : 'text-paper'}>{mode.toUpperCase()}</span>
      </p>
      <Meter
        label={`Daily loss, ${mode}`}
        fraction={used}
        tone={meterTone(used, { calm: 'info', warnAbove: 0.5, dangerAbove: 0.8 })}
        text={text}
      />
      <span className="tabular text-2xs text-fg2">
        {text}
        {equity === null || day.day_start_equity_usd === equity
          ? ''
          : `, a share of the ${formatUsd(day.day_start_equity_usd)} at 00:00 UTC`}
      </span>
      {day.would_halt ? (
        <Tag tone="danger" className="self-start">
          {day.would_flatten ? 'Stops new risk and closes every position at once' : 'Stops new risk at once'}
        </Tag>
      ) : null}
    </div>
  );
}

/** What the venues allow themselves, beside the limit as typed. */
function VenueLeverage({ preview: { venue_leverage: venues, enforced } }: { preview: Preview }) {
  if (venues.length === 0) return null;
  return (
    <div className="flex flex-col gap-1">
      <span className="text-sm">Venue maximum leverage against {enforced.max_leverage}x</span>
      <dl className="tabular grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 text-[12px]">
        {venues.map((each) => (
          <div key={each.venue} className="contents">
            <dt className="text-fg3">{each.venue}</dt>
            <dd className={each.below > 0 ? 'text-warn' : 'text-fg2'}>{leverageText(each)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

const SHOWN = 6;

function PositionGauges({ preview }: { preview: Preview }) {
  if (preview.positions_total === 0) return <p className="text-sm text-fg2">No open position.</p>;
  const limit = preview.enforced.max_position_usd;
  return (
    <div className="flex flex-col gap-2">
      {preview.positions.slice(0, SHOWN).map((position) => {
        const fraction = position.notional_usd === null ? null : position.notional_usd / limit;
        const text = `${formatUsd(position.notional_usd)} of ${formatUsd(limit)}`;
        return (
          <div key={position.id} className="flex flex-col gap-1">
            <span className="tabular flex justify-between gap-2 text-[12px] text-fg2">
              <span>
                {position.symbol} {position.side} {position.venue} {position.mode.toUpperCase()}
              </span>
              <span>{text}</span>
            </span>
            <Meter
              label={`${position.symbol} at ${position.venue}`}
              fraction={fraction}
              tone={meterTone(fraction, { calm: 'info', warnAbove: 0.8, dangerAbove: 1 })}
              text={text}
            />
            {position.effects.map((effect) => (
              <span key={effect} className="text-2xs text-warn">
                {effect}
              </span>
            ))}
          </div>
        );
      })}
      {preview.positions_total > SHOWN ? (
        <span className="text-2xs text-fg3">and {formatCount(preview.positions_total - SHOWN)} more</span>
      ) : null}
    </div>
  );
}

import type { ReactNode } from 'react';
import { formatUsd, UNKNOWN } from '../../lib/format.ts';
import { Meter, meterTone, type MeterTone } from '../../ui/meter.tsx';
import { useAdvancedStatus } from './positions-panel.tsx';
import { usedShares } from './used-shares.ts';

/** How much of the positions allowed at once and of the capital is in use. */
export function CapacityMeters() {
  const status = useAdvancedStatus().data?.advanced_status;
  const used = usedShares({ status, dayPct: null, lossPct: null });
  return (
    <>
      <LimitMeter
        label="Position capacity"
        text={status ? `${status.active_positions} / ${status.max_positions}` : UNKNOWN}
        fraction={used.positions}
        tone={meterTone(used.positions, { calm: 'ok', warnAbove: 0.6, dangerAbove: 0.8 })}
      />
      <LimitMeter
        label="Capital allocation"
        text={status ? `${formatUsd(status.allocated_capital)} / ${formatUsd(status.total_equity)}` : UNKNOWN}
        fraction={used.capital}
        tone={meterTone(used.capital, { calm: 'info', warnAbove: 0.5, dangerAbove: 0.75 })}
      />
    </>
  );
}

interface LimitMeterProps {
  readonly label: string;
  readonly text: string;
  readonly fraction: number | null;
  readonly tone: MeterTone;
  readonly help?: ReactNode;
}

/** A limit with how much of it is used, as a bar and in words. */
export function LimitMeter({ label, text, fraction, tone, help }: LimitMeterProps) {
  return (
    <div className="flex flex-col gap-[5px]">
      <div className="tabular flex items-center justify-between text-[12px]">
        <span className="inline-flex items-center gap-1 text-fg2">
          {label} {help}
        </span>
        <b className="font-semibold">{text}</b>
      </div>
      <Meter label={label} fraction={fraction} tone={tone} text={text} />
    </div>
  );
}

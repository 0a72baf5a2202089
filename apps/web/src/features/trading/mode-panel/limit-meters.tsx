import type { ReactNode } from 'react';
import { formatPct, formatUsd, UNKNOWN } from '../../../lib/format.ts';
import { Help } from '../../../shared/help.tsx';
import { useEquityCourse } from '../../../shared/portfolio-calls.ts';
import { useAdvancedStatus } from '../../../shared/positions/positions-panel.tsx';
import { Meter, meterTone, type MeterTone } from '../../../ui/meter.tsx';
import { useRiskLimits } from '../api/use-trading-facts.ts';
import { usedShares } from '../model/used-shares.ts';

/** How much of the limits is used: positions, capital, and the loss of the day. */
export function LimitMeters() {
  const status = useAdvancedStatus().data?.advanced_status;
  const today = useEquityCourse('24h').data?.today;
  const limits = useRiskLimits().data?.settings;
  const lossPct = limits?.daily_loss_pct ?? null;
  const used = usedShares({ status, dayPct: today?.pnl_pct ?? null, lossPct });
  const positions = status ? `${status.active_positions} / ${status.max_positions}` : UNKNOWN;
  const capital = status ? `${formatUsd(status.allocated_capital)} / ${formatUsd(status.total_equity)}` : UNKNOWN;
  const loss = `${formatPct(used.dayLossPct)} of ${formatPct(lossPct)}`;
  return (
    <>
      <LimitMeter
        label="Position capacity"
        text={positions}
        fraction={used.positions}
        tone={meterTone(used.positions, { calm: 'ok', warnAbove: 0.6, dangerAbove: 0.8 })}
      />
      <LimitMeter
        label="Capital allocation"
        text={capital}
        fraction={used.capital}
        tone={meterTone(used.capital, { calm: 'info', warnAbove: 0.5, dangerAbove: 0.75 })}
      />
      <LimitMeter
        label="Daily loss limit"
        text={loss}
        fraction={used.dailyLoss}
        tone={meterTone(used.dailyLoss, { calm: 'ok', warnAbove: 0.5, dangerAbove: 0.8 })}
        help={<Help term="dailyLoss" />}
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

function LimitMeter({ label, text, fraction, tone, help }: LimitMeterProps) {
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

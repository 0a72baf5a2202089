import { formatPct } from '../../../lib/format.ts';
import { Help } from '../../../shared/help.tsx';
import { useEquityCourse } from '../../../shared/portfolio-calls.ts';
import { CapacityMeters, LimitMeter } from '../../../shared/positions/capacity-meters.tsx';
import { usedShares } from '../../../shared/positions/used-shares.ts';
import { meterTone } from '../../../ui/meter.tsx';
import { useRiskLimits } from '../api/use-trading-facts.ts';

/** How much of the limits is used: positions, capital, and the loss of the day. */
export function LimitMeters() {
  const today = useEquityCourse('24h').data?.today;
  const limits = useRiskLimits().data?.settings;
  const lossPct = limits?.daily_loss_pct ?? null;
  const used = usedShares({ status: undefined, dayPct: today?.pnl_pct ?? null, lossPct });
  return (
    <>
      <CapacityMeters />
      <LimitMeter
        label="Daily loss limit"
        text={`${formatPct(used.dayLossPct)} of ${formatPct(lossPct)}`}
        fraction={used.dailyLoss}
        tone={meterTone(used.dailyLoss, { calm: 'ok', warnAbove: 0.5, dangerAbove: 0.8 })}
        help={<Help term="dailyLoss" />}
      />
    </>
  );
}

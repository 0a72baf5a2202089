import type { FlightMoment } from '@riptide/contracts/calls';
import type { ReactNode } from 'react';
import { UNKNOWN, formatCount, formatPct, formatSignedBps } from '../../../../lib/format.ts';
import { formatExact } from '../../../../lib/format-time.ts';
import { usePreferences } from '../../../../lib/preferences.ts';
import { armLabel, armWords } from '../../../../shared/arm-label.ts';
import { Num, Unknown } from '../../../../shared/num.tsx';
import { Tag } from '../../../../ui/tag.tsx';
import { Part, PartTable, type PartColumn } from './part-table.tsx';

type Risk = NonNullable<FlightMoment['risk']>;
type Gate = Risk['gates'][number]['gates'][number];
type Arm = NonNullable<FlightMoment['arms']>[number];

const figure = (value: number | null): string =>
  value === null ? UNKNOWN : value.toLocaleString('en-US', { maximumSignificantDigits: 6 });

const GATES: readonly PartColumn<Gate>[] = [
  { header: 'Gate', cell: (gate) => `${gate.gate}${gate.venue === null ? '' : ` ${gate.venue}`}` },
  { header: 'State', cell: (gate) => <Tag tone={gate.ok ? 'ok' : 'danger'}>{gate.ok ? 'OK' : 'BLOCK'}</Tag> },
  { header: 'Value', isNumber: true, cell: (gate) => figure(gate.value) },
  { header: 'Limit', isNumber: true, cell: (gate) => figure(gate.bound) },
  { header: 'Detail', cell: (gate) => gate.detail },
];

/** What the gates said, each value beside its limit. */
export function GatesPart({ moment: { risk, unknown } }: { moment: FlightMoment }) {
  if (risk === null || risk.gates.length === 0) {
    return (
      <Part title="Gates" parts={risk === null ? ['risk', 'gates'] : ['gates']} unknown={unknown}>
        <Unknown />
      </Part>
    );
  }
  return risk.gates.map(({ of, seq, symbol, text, gates }) => (
    <PartTable
      key={of}
      title={`Gates of the ${of} #${seq}, ${symbol}: ${text}`}
      parts={['gates']}
      unknown={unknown}
      rows={gates}
      rowId={(gate) => `${gate.gate} ${gate.venue ?? ''}`}
      columns={GATES}
      none="No gate was asked"
    />
  ));
}

const ARMS: readonly PartColumn<Arm>[] = [
  { header: 'Arm', cell: (arm) => <span title={armWords(arm.arm)}>{armLabel(arm.arm)}</span> },
  { header: 'Pulls', isNumber: true, cell: (arm) => formatCount(arm.pulls) },
  { header: 'Outcomes', isNumber: true, cell: (arm) => formatCount(arm.outcomes) },
  { header: 'Mean net bps', isNumber: true, cell: (arm) => formatSignedBps(arm.mean_net_bps) },
  { header: 'Believed bps', isNumber: true, cell: (arm) => beliefText(arm) },
  {
    header: 'Best chance',
    isNumber: true,
    cell: (arm) => formatPct(arm.belief === null ? null : arm.belief.best_chance * 100),
  },
  { header: 'In the decision', cell: (arm) => offerText(arm) },
];

/** The arms of the learner as they stood. */
export function ArmsPart({ moment }: { moment: FlightMoment }) {
  return (
    <PartTable
      title="Arms"
      parts={['arms']}
      unknown={moment.unknown}
      rows={moment.arms}
      rowId={(arm) => arm.arm}
      columns={ARMS}
      none="There were no arms"
    />
  );
}

function beliefText({ belief }: Arm): string {
  if (belief === null) return UNKNOWN;
  const { mean_bps: mean, low_bps: low, high_bps: high } = belief;
  return `${formatSignedBps(mean)} (${formatSignedBps(low)} to ${formatSignedBps(high)})`;
}

function offerText({ offer }: Arm): ReactNode {
  if (offer === null) return <Unknown />;
  if (offer.chosen) return <Tag tone="accent">chosen, {formatPct(offer.propensity * 100)}</Tag>;
  return offer.eligible ? `offered, ${formatPct(offer.propensity * 100)}` : (offer.reason ?? 'not eligible');
}

/** The kill switch, what stopped new risk, and the day's result. */
export function RiskPart({ moment: { risk, unknown } }: { moment: FlightMoment }) {
  const { zone } = usePreferences();
  if (risk === null) {
    return (
      <Part title="Risk" parts={['risk']} unknown={unknown}>
        <Unknown />
      </Part>
    );
  }
  const { kill_switch: kill, conditions, cooldowns, day_pnl_usd: day, disabled_venues: disabled } = risk;
  const names = cooldowns.map((each) => `${each.symbol} ${each.venue} ${each.action}`);
  return (
    <Part title="Risk" parts={['risk']} unknown={unknown}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <Fact label="Kill switch">
          {kill.level === 0 ? 'released' : `level ${kill.level}${kill.reason === null ? '' : `: ${kill.reason}`}`}
        </Fact>
        <Fact label="Risk level">{risk.risk_level}</Fact>
        <Fact label="Day P&L, paper">
          <Num kind="pnl" value={day.paper} coloured />
        </Fact>
        <Fact label="Day P&L, live">
          <Num kind="pnl" value={day.live} coloured />
        </Fact>
        <Fact label="Cooldowns">{names.length === 0 ? 'none' : names.join(', ')}</Fact>
        <Fact label="Disabled venues">{disabled.length === 0 ? 'none' : disabled.join(', ')}</Fact>
        <Fact label="Conditions">
          {conditions.length === 0
            ? 'none'
            : conditions.map(({ key, text, since }) => (
                <span key={key} className="block">
                  {text}, since {formatExact(since * 1000, zone)}
                </span>
              ))}
        </Fact>
      </dl>
    </Part>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-fg3">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}

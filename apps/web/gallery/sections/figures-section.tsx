import { useNow } from '../../src/lib/use-now.ts';
import { AgeTag } from '../../src/shared/age-tag.tsx';
import { Ago } from '../../src/shared/ago.tsx';
import { Help } from '../../src/shared/help.tsx';
import { KeyLines } from '../../src/shared/key-list.tsx';
import { KpiCard } from '../../src/shared/kpi-card.tsx';
import { MetricCard } from '../../src/shared/metric-card.tsx';
import { ModeChip } from '../../src/shared/mode-chip.tsx';
import { Num } from '../../src/shared/num.tsx';
import { SideTag } from '../../src/shared/side-tag.tsx';
import { VenueBadge, VenueWay } from '../../src/shared/venue.tsx';
import { Button } from '../../src/ui/button.tsx';
import { Dot } from '../../src/ui/dot.tsx';
import { Kbd } from '../../src/ui/kbd.tsx';
import { Meter } from '../../src/ui/meter.tsx';
import { Skeleton } from '../../src/ui/skeleton.tsx';
import { Sparkline } from '../../src/ui/sparkline.tsx';
import { Tag, type Tone } from '../../src/ui/tag.tsx';
import { SPARK, startedS } from '../samples.ts';
import { Section, Specimen } from './section.tsx';

const TONES: readonly Tone[] = ['ok', 'warn', 'danger', 'info', 'accent', 'up', 'down', 'neutral'];
const KINDS = ['usd', 'pnl', 'px', 'bps', 'signed-bps'] as const;
const POLL_MS = 5000;

/** Figures with their formats, and the small words beside them. */
export function FiguresSection() {
  const nowS = useNow() / 1000;
  return (
    <Section id="figures" title="Figures, tags, ages">
      <Specimen name="Num: usd, pnl, px, bps, signed-bps; above zero, below, unknown">
        {KINDS.map((kind) => (
          <span key={kind} className="tabular flex gap-3 rounded-ctl border border-line1 bg-bg1 px-2.5 py-1">
            <Num kind={kind} value={16.345} coloured={kind.startsWith('p') || kind.startsWith('s')} />
            <Num kind={kind} value={-16.65} coloured={kind.startsWith('p') || kind.startsWith('s')} />
            <Num kind={kind} value={null} />
          </span>
        ))}
      </Specimen>
      <Specimen name="Tags and dots">
        {TONES.map((tone) => (
          <Tag key={tone} tone={tone}>
            {tone}
          </Tag>
        ))}
        {(['ok', 'warn', 'danger', 'off'] as const).map((tone) => (
          <span key={tone} className="flex items-center gap-1.5 text-sm">
            <Dot tone={tone} ring={tone === 'ok'} /> {tone}
          </span>
        ))}
      </Specimen>
      <Specimen name="Sides, venues, modes, keys, times">
        <SideTag side="long" />
        <SideTag side="short" />
        <VenueBadge venue="BINANCE" />
        <VenueWay from="OKX" to="KUCOIN" />
        <Button look="primary">
          Execute <ModeChip execution="paper" />
        </Button>
        <Button look="primary">
          Execute <ModeChip execution="live" />
        </Button>
        <Kbd>g</Kbd>
        <Ago atSeconds={startedS - 300} />
        <dl className="grid grid-cols-[auto_1fr] gap-x-3 text-sm">
          <KeyLines lines={[['Alt Shift K', 'kill switch']]} />
        </dl>
      </Specimen>
      <Specimen name="Ages: none yet, live, late, stale, lost (limit 5 s)">
        {[null, 0, 7, 18, 90].map((age) => (
          <AgeTag key={String(age)} atSeconds={age === null ? null : nowS - age} intervalMs={POLL_MS} />
        ))}
      </Specimen>
      <div className="grid grid-cols-4 gap-3 max-lg:grid-cols-2">
        <KpiCard
          label="Total Balance"
          help="Equity of all connected venues."
          to="/"
          value={<Num kind="usd" value={48_213.57} />}
          note="4 of 4 exchanges connected"
          picture={<Sparkline values={SPARK} width={96} height={30} colour="var(--accent)" isFilled />}
        />
        <KpiCard
          label="Today's P&L"
          help="Since 00:00 UTC."
          to="/"
          isStale
          staleReason="BYBIT is 18 s old"
          value={<Num kind="pnl" value={412.38} coloured />}
          note="stale: BYBIT is 18 s old"
        />
        <MetricCard
          label="Success Rate"
          help="Share of trades with both legs filled."
          value={<Num kind="usd" value={null} />}
          note="no trade yet"
        />
        <MetricCard
          label="Capacity"
          help="Positions in use."
          value="3 of 5"
          note={<Meter label="Capacity" fraction={0.6} tone="ok" text="3 of 5 positions" />}
        />
      </div>
      <Specimen name="Help, skeletons, sparkline with a gap, meters">
        <Help text="One sentence: meaning, formula, unit, source, interval." />
        <Skeleton width={120} />
        <Sparkline
          values={[...SPARK.slice(0, 10), null, ...SPARK.slice(11)]}
          width={120}
          height={28}
          colour="var(--s2)"
        />
        {(['ok', 'info', 'warn', 'danger', 'accent'] as const).map((tone, at) => (
          <span key={tone} className="w-24">
            <Meter label={`Limit ${tone}`} fraction={0.2 * (at + 1)} tone={tone} text={`${20 * (at + 1)} %`} />
          </span>
        ))}
      </Specimen>
    </Section>
  );
}

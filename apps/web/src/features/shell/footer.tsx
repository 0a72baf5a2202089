import { Brain } from 'lucide-react';
import { UNKNOWN, formatPct, formatRate } from '../../lib/format.ts';
import { formatAge, formatClock, formatUptime, zoneName } from '../../lib/format-time.ts';
import { VERSION } from '../../lib/version.ts';
import { useAgeMs } from '../../shared/age-tag.tsx';
import { PUSH_INTERVAL_MS, freshnessOf } from '../../shared/freshness.ts';
import type { HealthFacts } from '../../shared/use-health.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { useNow } from '../../lib/use-now.ts';
import { cn } from '../../ui/cn.ts';
import { Dot } from '../../ui/dot.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { ReasonList } from './reason-list.tsx';
import { wordLearning } from './system-state.ts';
import { countUsed, useRiskUsed, type LimitUse } from './use-risk-used.ts';
import { useUpdateRate } from './use-update-rate.ts';

interface FooterProps {
  readonly health: HealthFacts | undefined;
  /** When the last health came, known to be true still or not. */
  readonly atSeconds: number | null;
  readonly isOffline: boolean;
  /** Why the platform is not as it should be. */
  readonly reasons: readonly string[];
  /** Whose losses in a row count. */
  readonly mode: 'paper' | 'live';
}

/** Where the footer stands, drawn or not yet. */
export const FOOTER_PLACE =
  'sticky bottom-0 z-20 col-span-full flex min-h-7 flex-wrap items-center gap-x-[18px] border-t border-line1 bg-bg1 px-4 text-xs whitespace-nowrap text-fg2 max-sm:hidden';

/** Version, health, uptime, learning, rate and age of the data. */
export function Footer({ health, atSeconds, isOffline, reasons, mode }: FooterProps) {
  const learning = wordLearning(health);
  return (
    <footer className={FOOTER_PLACE}>
      <span>v{health?.version ?? VERSION}</span>
      <Standing health={health} isOffline={isOffline} reasons={reasons} />
      <span>Uptime {formatUptime(health?.uptime_seconds)}</span>
      <Tooltip text={learning.note} side="top">
        <button
          type="button"
          className={cn(
            'flex min-h-6 cursor-help items-center gap-1.5',
            learning.label === 'AI Learning Active' && 'text-accent',
          )}
        >
          <Brain size={13} aria-hidden />
          {learning.label}
        </button>
      </Tooltip>
      <span className="flex-1" />
      <UpdateRate />
      <DataAge atSeconds={atSeconds} />
      <RiskUsed mode={mode} />
      <FooterClock />
    </footer>
  );
}

/** Whether the server answers and takes new risk; where it does not, why. */
function Standing({ health, isOffline, reasons }: Pick<FooterProps, 'health' | 'isOffline' | 'reasons'>) {
  const isHealthy = health?.overall_status === 'healthy';
  const words = (
    <>
      <Dot tone={isOffline ? 'danger' : health === undefined ? 'off' : isHealthy ? 'ok' : 'warn'} small />
      {isOffline
        ? 'Offline'
        : health === undefined
          ? 'Unknown'
          : isHealthy
            ? 'Online'
            : health.overall_status === 'degraded'
              ? 'Online: new risk is refused'
              : 'Online: platform unhealthy'}
    </>
  );
  if (reasons.length === 0) return <span className="flex items-center gap-1.5">{words}</span>;
  return (
    <Tooltip text={<ReasonList reasons={reasons} />} side="top">
      <button type="button" className="flex min-h-6 cursor-help items-center gap-1.5">
        {words}
      </button>
    </Tooltip>
  );
}

function UpdateRate() {
  const rate = useUpdateRate();
  return <span className="max-lg:hidden">{formatRate(rate)} updates/s</span>;
}

function DataAge({ atSeconds }: { atSeconds: number | null }) {
  const ageMs = useAgeMs(atSeconds);
  const state = ageMs === null ? 'live' : freshnessOf(ageMs, PUSH_INTERVAL_MS);
  return (
    <span className={cn(state === 'stale' && 'text-warn', state === 'lost' && 'text-danger')}>
      Data age {formatAge(ageMs)}
    </span>
  );
}

function RiskUsed({ mode }: { mode: 'paper' | 'live' }) {
  const limits = useRiskUsed(mode);
  const used = countUsed(limits);
  const isAtLimit = limits.some(({ fraction }) => fraction !== null && fraction >= 1);
  return (
    <Tooltip text={<RiskList limits={limits} />} side="top">
      <button type="button" className={cn('min-h-6 cursor-help', isAtLimit && 'font-semibold text-warn')}>
        Risk {used ?? UNKNOWN} / {limits.length} limits used
      </button>
    </Tooltip>
  );
}

function RiskList({ limits }: { limits: readonly LimitUse[] }) {
  return (
    <span className="grid grid-cols-[auto_auto] gap-x-4 gap-y-0.5">
      {limits.map(({ name, fraction }) => (
        <span key={name} className="contents">
          <span className="text-fg2">{name}</span>
          <span className="tabular text-right">{formatPct(fraction === null ? null : fraction * 100, 0)}</span>
        </span>
      ))}
      <span className="col-span-2 text-2xs text-fg3">A limit counts as used from half of it on.</span>
    </span>
  );
}

function FooterClock() {
  const { zone } = usePreferences();
  const nowMs = useNow();
  return (
    <span className="tabular lg:hidden">
      {formatClock(nowMs, zone)} <b className="font-semibold text-fg1">{zoneName(zone)}</b>
    </span>
  );
}

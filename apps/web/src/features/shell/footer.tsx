import { Brain } from 'lucide-react';
import { formatRate } from '../../lib/format.ts';
import { formatAge, formatUptime } from '../../lib/format-time.ts';
import { VERSION } from '../../lib/version.ts';
import { useAgeMs } from '../../shared/age-tag.tsx';
import { PUSH_INTERVAL_MS, freshnessOf } from '../../shared/freshness.ts';
import type { HealthFacts } from '../../shared/use-health.ts';
import { cn } from '../../ui/cn.ts';
import { Dot } from '../../ui/dot.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { wordLearning } from './system-state.ts';
import { useUpdateRate } from './use-update-rate.ts';

interface FooterProps {
  readonly health: HealthFacts | undefined;
  /** When the last health came, known to be true still or not. */
  readonly atSeconds: number | null;
  readonly isOffline: boolean;
}

/** Version, health, uptime, learning, rate and age of the data. */
export function Footer({ health, atSeconds, isOffline }: FooterProps) {
  const learning = wordLearning(health);
  const isHealthy = health?.overall_status === 'healthy';
  return (
    <footer className="sticky bottom-0 z-20 col-span-full flex h-7 items-center gap-[18px] border-t border-line1 bg-bg1 px-4 text-xs whitespace-nowrap text-fg2 max-sm:hidden">
      <span>v{health?.version ?? VERSION}</span>
      <span className="flex items-center gap-1.5">
        <Dot tone={isOffline ? 'danger' : health === undefined ? 'off' : isHealthy ? 'ok' : 'warn'} small />
        {isOffline
          ? 'Offline'
          : health === undefined
            ? 'Unknown'
            : isHealthy
              ? 'Online'
              : health.overall_status === 'degraded'
                ? 'Online: new risk is refused'
                : 'Offline: platform unhealthy'}
      </span>
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
    </footer>
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

import type { CandidateRow, EngineState } from '@riptide/contracts/calls';
import { formatCompactUsd, formatPct, formatSignedBps, formatUsd } from '../../../lib/format.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { useRuntime } from '../../../lib/runtime.tsx';
import { useNow } from '../../../lib/use-now.ts';
import { useStreamState } from '../../../lib/use-stream-state.ts';
import { AgeTag, useAgeMs } from '../../../shared/age-tag.tsx';
import { freshnessOf } from '../../../shared/freshness.ts';
import { Help } from '../../../shared/help.tsx';
import { Unknown } from '../../../shared/num.tsx';
import { Panel } from '../../../shared/panel.tsx';
import { useEngineFeed } from '../../../shared/topic-feeds.ts';
import { VenueBadge } from '../../../shared/venue.tsx';
import { cn } from '../../../ui/cn.ts';
import { LoadedApart } from '../../../ui/loaded-apart.tsx';
import { Meter } from '../../../ui/meter.tsx';
import { useEngineSettings } from '../api/use-trading-facts.ts';
import { candidateWords, fadeSide, shortWords } from '../../../shared/decisions/decision-words.ts';
import { openProposals } from '../../../shared/decisions/proposals.ts';
import { useHealth } from '../../../shared/use-health.ts';

const ProposalCard = lazyPart(() => import('./proposal-card.tsx').then((each) => each.ProposalCard));

/** Candidates are pushed about once a second while an engine or the radar moves. */
const CANDIDATES_AGE_MS = 5000;
const ROWS = 4;
/** As tall as its rows and the line of those left out: nothing below moves when they come. */
const BODY_HEIGHT = 'min-h-[290px]';

interface OpportunitiesPanelProps {
  readonly onSymbol: (symbol: string) => void;
  readonly onDecision: (id: string) => void;
}

/** What the engine looks at now: proposals that wait for a person, and liquidation windows on their way to a trigger. */
export function OpportunitiesPanel({ onSymbol, onDecision }: OpportunitiesPanelProps) {
  const { serverClock } = useRuntime();
  const feed = useEngineFeed();
  const isCutOff = useStreamState().silence === 'lost';
  const symbols = useHealth().data?.engine.symbols ?? null;
  const nowS = serverClock.toServerMs(useNow()) / 1000;
  const ageMs = useAgeMs(feed?.atSeconds ?? null);
  const isOld = ageMs !== null && freshnessOf(ageMs, CANDIDATES_AGE_MS) === 'lost';
  const proposals = openProposals(feed?.decisions ?? [], nowS);
  const candidates = feed?.candidates ?? [];
  const isRunning = Object.values(feed?.engines ?? {}).some((engine: EngineState) => engine.running === true);
  return (
    <Panel
      title="Live Opportunities"
      className="h-full"
      note={<span className="text-xs text-fg3">{symbols === null ? '— symbols' : `${symbols} symbols`}</span>}
      actions={isOld ? <AgeTag atSeconds={feed?.atSeconds ?? null} intervalMs={CANDIDATES_AGE_MS} isShort /> : null}
    >
      <div className="flex items-center gap-1 px-3.5 pt-2 text-xs text-fg2">
        Smart profit targeting: 1.5% - 5.0% net
        <TargetHelp />
      </div>
      <LoadedApart>
        {proposals.map((proposal) => (
          <ProposalCard key={proposal.id} proposal={proposal} nowS={nowS} onOpen={() => onDecision(proposal.id)} />
        ))}
      </LoadedApart>
      <div className={BODY_HEIGHT}>
        {candidates.length === 0 ? (
          <p className="px-3.5 py-4 text-sm text-fg2">
            {isCutOff ? 'Not known while the server can not be reached.' : 'Scanning 100+ coins for opportunities...'}
            {isRunning || feed === undefined ? null : (
              <span className="mt-1 block text-xs text-fg3">
                No engine runs: what appears here is watched, not traded.
              </span>
            )}
          </p>
        ) : (
          <ul aria-label="Candidates" className={cn('tabular py-1', isOld && 'stale')}>
            {candidates.slice(0, ROWS).map((row) => (
              <Candidate key={`${row.symbol} ${row.liquidated_side} ${row.venue}`} row={row} onSymbol={onSymbol} />
            ))}
          </ul>
        )}
        {candidates.length > ROWS ? (
          <p className="px-3.5 pb-2 text-2xs text-fg3">{`${candidates.length - ROWS} more further from a trigger`}</p>
        ) : null}
      </div>
    </Panel>
  );
}

/** The targets as they are set, beside the text of the screen. */
function TargetHelp() {
  const settings = useEngineSettings('pas_trader').data?.settings;
  const text =
    settings === undefined
      ? 'What the engine really aims at stands in its settings.'
      : `On the margin of a trade. Now: arm ${settings.fixed_arm_id}, at least ${settings.min_net_bps} bps of the notional after costs, at ${settings.leverage}x leverage.`;
  return <Help text={text} />;
}

/** Past its threshold many times over, as a multiple: a percentage of five digits says less and takes more room. */
function progressText(pct: number | null): string {
  return pct === null || pct < 1000 ? formatPct(pct, 0) : `${Math.floor(pct / 100)}x`;
}

function Candidate({ row, onSymbol }: { row: CandidateRow; onSymbol: (symbol: string) => void }) {
  const side = fadeSide(row.liquidated_side);
  const words = candidateWords(row);
  const progress = progressText(row.progress_pct);
  return (
    <li className="border-b border-line1 px-3.5 py-1.5 last:border-b-0">
      <div className="flex items-center gap-2 text-sm">
        <button
          type="button"
          className="reach min-h-6 font-semibold hover:text-accent"
          onClick={() => onSymbol(row.symbol)}
        >
          {row.symbol.replace(/USDT$/, '')}
        </button>
        <VenueBadge venue={row.venue} />
        <span
          className={cn('whitespace-nowrap', side === 'long' ? 'text-up' : 'text-down')}
          title={`${row.liquidated_side} positions are being liquidated`}
        >
          {side === 'long' ? '↗ Long' : '↘ Short'}
        </span>
        <span className="flex-1" />
        <span
          className="font-semibold whitespace-nowrap"
          title="Distance of the price from its average, in the direction of the forced flow"
        >
          {row.stretch_bps === null ? <Unknown /> : `${formatSignedBps(row.stretch_bps)} bps`}
        </span>
        <span
          className="min-w-0 truncate text-right text-xs text-fg2 lg:w-[104px]"
          title={`${formatUsd(row.window_usd)} of ${formatUsd(row.threshold_usd)}`}
        >
          {`${row.lower_bound ? '≥ ' : ''}${formatCompactUsd(row.window_usd)}`}
          {/* In the narrow column the bar below says it alone. */}
          <span className="sm:max-lg:hidden">{` · ${progress}`}</span>
        </span>
      </div>
      <Meter
        label={`${row.symbol}: window against the threshold`}
        fraction={row.progress_pct === null ? null : row.progress_pct / 100}
        tone={(row.progress_pct ?? 0) >= 100 ? 'ok' : 'accent'}
        text={progress}
      />
      <p className="mt-1 truncate text-2xs text-fg3" title={words}>
        {shortWords(row)}
      </p>
    </li>
  );
}

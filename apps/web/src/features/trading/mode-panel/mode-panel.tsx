import type { TradingStatus, VenueName } from '@riptide/contracts/calls';
import { Link } from '@tanstack/react-router';
import { Lock, Settings2, Square } from 'lucide-react';
import { useState } from 'react';
import { formatUptime } from '../../../lib/format-time.ts';
import { useRuntime } from '../../../lib/runtime.tsx';
import { useNow } from '../../../lib/use-now.ts';
import { ErrorState, LoadingRows } from '../../../shared/panel-states.tsx';
import { Panel } from '../../../shared/panel.tsx';
import { usePositions } from '../../../shared/portfolio-calls.ts';
import { CloseMany } from '../../../shared/positions/close-many.tsx';
import { useEngineFeed } from '../../../shared/topic-feeds.ts';
import { useKillRefusal } from '../../../shared/use-kill-state.ts';
import {
  isLoginMissing,
  LOGIN_TEXT,
  MODE_WORDS,
  useStartTrading,
  useStopTrading,
  useTradingStatus,
} from '../../../shared/trading-engine/use-trading-engine.ts';
import { liveVenues, useExecution } from '../../../shared/use-execution.ts';
import { Button } from '../../../ui/button.tsx';
import { Dot } from '../../../ui/dot.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { useEngineSettings } from '../api/use-trading-facts.ts';
import { RISK_SEGMENTS, wordRisk } from '../model/risk-words.ts';
import { draftFault, draftOf, type TradingDraft } from '../model/trading-draft.ts';
import { isAsked, NOT_CONNECTED_TEXT, type Readiness } from '../model/venue-readiness.ts';
import { LimitMeters } from './limit-meters.tsx';
import { StartButton } from './start-button.tsx';
import { SymbolPicker } from './symbol-picker.tsx';

interface ModePanelProps {
  readonly venue: VenueName;
  readonly readiness: Readiness;
  readonly isAdvanced: boolean;
  readonly onAdvanced: (isOn: boolean) => void;
  readonly onSettings: () => void;
}

/** Mode, risk level and symbols of the trading engine, what they mean, and its start and stop. */
export function ModePanel(props: ModePanelProps) {
  const query = useTradingStatus();
  const status = query.data;
  const since = useEngineFeed()?.engines.pas_trader?.since ?? null;
  return (
    <Panel
      title="Trading mode"
      note={
        status ? (
          <Tag tone={status.active ? 'ok' : 'neutral'}>
            <Dot tone={status.active ? 'ok' : 'off'} small />
            {status.active ? 'Active' : 'Stopped'}
          </Tag>
        ) : null
      }
      actions={status?.active && since !== null ? <RunningFor sinceS={since} /> : null}
    >
      {isLoginMissing(query.error) ? (
        <p className="px-3.5 py-4 text-sm text-fg2">{LOGIN_TEXT}</p>
      ) : (
        <>
          {query.isError ? (
            <ErrorState
              error={query.error}
              fallback="Failed to get trading status"
              onRetry={() => void query.refetch()}
            />
          ) : null}
          {status ? (
            <Body {...props} status={status} />
          ) : query.isPending ? (
            <LoadingRows rows={16} label="Loading the trading mode" />
          ) : null}
        </>
      )}
    </Panel>
  );
}

function RunningFor({ sinceS }: { sinceS: number }) {
  const { serverClock } = useRuntime();
  const seconds = serverClock.toServerMs(useNow()) / 1000 - sinceS;
  return <span className="tabular text-2xs text-fg3">running {formatUptime(seconds)}</span>;
}

function Body(props: ModePanelProps & { readonly status: TradingStatus }) {
  const { status, venue, readiness, isAdvanced, onAdvanced, onSettings } = props;
  const [typed, setTyped] = useState<TradingDraft | null>(null);
  const start = useStartTrading();
  const stop = useStopTrading();
  const levels = useEngineSettings('pas_trader').data?.risk_levels;
  const execution = useExecution().data;
  // What runs is what the server says, whatever was being chosen for the next start.
  const draft = status.active ? draftOf(status) : (typed ?? draftOf(status));
  const change = (part: Partial<TradingDraft>): void => setTyped({ ...draft, ...part });
  const fault = draftFault(draft);
  const riskWords = wordRisk(draft.riskLevel, levels?.[draft.riskLevel]);
  const isPicking = draft.mode !== 'manual' && draft.isAutoPick;
  if (isLoginMissing(start.error) || isLoginMissing(stop.error)) {
    return <p className="px-3.5 py-4 text-sm text-fg2">{LOGIN_TEXT}</p>;
  }
  return (
    <div className="flex flex-col gap-[11px] px-3.5 py-3">
      <Segmented
        label="Trading mode"
        isWide
        disabled={status.active}
        value={draft.mode}
        onChange={(mode) => change({ mode })}
        segments={(['auto', 'manual', 'monitor'] as const).map((value) => ({ value, label: MODE_WORDS[value] }))}
      />
      <p className="-mt-1 text-2xs text-fg3">{MODE_MEANINGS[draft.mode]}</p>
      {draft.mode === 'manual' ? null : (
        <Switch
          label="Pick symbols by itself"
          note={wordPicked(status)}
          checked={draft.isAutoPick}
          disabled={status.active}
          onChange={(isAutoPick) => change({ isAutoPick })}
        />
      )}
      {isPicking ? null : (
        <SymbolPicker
          chosen={draft.symbols}
          disabled={status.active}
          error={fault}
          onChange={(symbols) => change({ symbols })}
        />
      )}
      <div className="flex flex-col gap-[5px]">
        <span className="text-[12px] text-fg2">Risk level</span>
        <Segmented
          label="Risk level"
          isWide
          disabled={status.active}
          value={draft.riskLevel}
          onChange={(riskLevel) => change({ riskLevel })}
          segments={RISK_SEGMENTS}
        />
        {/* The room that the numbers take when they come: nothing below moves then. */}
        <p className="min-h-[3lh] text-2xs text-fg3">{riskWords}</p>
      </div>
      <LimitMeters />
      <div className="grid grid-cols-2 gap-2">
        <StartButton
          draft={draft}
          venue={venue}
          execution={execution === undefined ? null : liveVenues(execution).includes(venue) ? 'live' : 'paper'}
          refusal={startRefusal(status, readiness, fault)}
          riskWords={riskWords}
          command={start}
          onStarted={() => setTyped(null)}
        />
        <Button
          look="stop"
          pending={stop.isPending}
          disabled={!status.active}
          title={status.active ? undefined : 'The trading engine is stopped'}
          onClick={() => stop.mutate({ body: {} })}
        >
          <Square size={12} strokeWidth={2.4} aria-hidden />
          Stop Trading
        </Button>
      </div>
      <StartHint status={status} readiness={readiness} />
      <LeftOpen isActive={status.active} />
      {status.active ? (
        <p className="flex items-center gap-2 text-xs text-fg3">
          <Lock size={13} className="flex-none" aria-hidden />
          Mode, symbols and risk are locked while running
        </p>
      ) : null}
      <div className="-mx-1.5 flex items-center justify-between text-xs">
        <Button look="ghost" size="xs" onClick={onSettings}>
          <Settings2 size={13} aria-hidden />
          Engine settings
        </Button>
        <Button
          look="ghost"
          size="xs"
          className="text-accent"
          aria-expanded={isAdvanced}
          onClick={() => onAdvanced(!isAdvanced)}
        >
          {isAdvanced ? 'Hide Advanced' : 'Show Advanced'}
        </Button>
      </div>
    </div>
  );
}

const MODE_MEANINGS: Readonly<Record<TradingDraft['mode'], string>> = {
  auto: 'Trades by itself whenever every gate passes.',
  manual: 'Proposes; nothing is traded until you press Execute within 30 s.',
  monitor: 'Shows signals and reasons, places no orders.',
};

function wordPicked({ auto_pick: isOn, picked_symbols: picked }: TradingStatus): string {
  if (!isOn || picked.length === 0) return 'Every symbol that passes the gates of the universe';
  return `Now ${picked.length} beside its own: ${picked
    .slice(0, 4)
    .map(({ symbol }) => symbol.replace(/USDT$/, ''))
    .join(', ')}${picked.length > 4 ? ' …' : ''}`;
}

function startRefusal(status: TradingStatus, readiness: Readiness, fault: string | null): string | null {
  if (status.active) return 'Trading engine is already active';
  if (!readiness.isReady) return isAsked(readiness) ? readiness.text : NOT_CONNECTED_TEXT;
  return fault;
}

/** Why nothing can be started, where that can be changed. */
function StartHint({ status, readiness }: { status: TradingStatus; readiness: Readiness }) {
  const killed = useKillRefusal();
  if (!status.active && killed !== null) return <p className="text-[12px] text-warn">{killed}</p>;
  if (status.active || readiness.isReady || isAsked(readiness)) return null;
  return (
    <p className="text-[12px] text-warn">
      {NOT_CONNECTED_TEXT}{' '}
      <Link to="/app/api-keys" className="text-accent underline">
        API Keys
      </Link>
    </p>
  );
}

/** After a stop: what is still open, and the way to close it. */
function LeftOpen({ isActive }: { isActive: boolean }) {
  const rows = usePositions().data?.positions ?? [];
  if (isActive || rows.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 text-[12px] text-fg2">
      <span className="flex-1">
        {rows.length === 1
          ? '1 position stays open with its stop'
          : `${rows.length} positions stay open with their stops`}
      </span>
      <CloseMany rows={rows} />
    </div>
  );
}

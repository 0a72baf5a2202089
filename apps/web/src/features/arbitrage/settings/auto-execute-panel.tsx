import {
  getArbitrageSettings,
  getArbitrageStatus,
  putArbitrageSettings,
  type ArbitrageSettings,
} from '@riptide/contracts/calls';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { UNKNOWN, formatBps, formatCount, formatQty, formatUsd } from '../../../lib/format.ts';
import { formatAge } from '../../../lib/format-time.ts';
import { useRuntime } from '../../../lib/runtime.tsx';
import { useNow } from '../../../lib/use-now.ts';
import { STATE_KEY, type StateFacts } from '../../../shared/opportunities/use-arbitrage-state.ts';
import { ErrorState } from '../../../shared/panel-states.tsx';
import { Panel } from '../../../shared/panel.tsx';
import { useCall } from '../../../shared/use-call.ts';
import { useCommand } from '../../../shared/use-command.ts';
import { joinNames } from '../../../lib/join-names.ts';
import { liveVenues, useExecution } from '../../../shared/use-execution.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Meter, meterTone } from '../../../ui/meter.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { SETTINGS_INTERVAL_MS } from './settings-interval.ts';

interface AutoExecutePanelProps {
  readonly state: StateFacts | undefined;
  readonly onCaps: () => void;
}

/** Whether ready rows are taken without a person, within which caps, and what holds the executor back. */
export function AutoExecutePanel({ state, onCaps }: AutoExecutePanelProps) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const settings = useCall(getArbitrageSettings, { intervalMs: SETTINGS_INTERVAL_MS });
  const known = settings.data?.settings;
  const executor = state?.executor ?? null;
  const put = useCommand(putArbitrageSettings, {
    done: (answer) => (answer.settings.auto_execute ? 'Auto-execute is on' : 'Auto-execute is off'),
    failed: 'Failed to change auto-execute',
    refresh: [getArbitrageSettings, getArbitrageStatus],
    onDone: () => {
      setAsking(false);
      void client.invalidateQueries({ queryKey: STATE_KEY });
    },
  });
  const isOn = known?.auto_execute ?? executor?.auto_execute ?? false;
  return (
    <Panel title="Auto-execute">
      <div className="flex flex-col gap-2.5 px-3.5 py-3">
        <Switch
          label="Auto-execute Ready"
          note={isOn ? 'Ready rows are executed without a person.' : 'Off: only a person executes.'}
          checked={isOn}
          disabled={known === undefined || put.isPending}
          onChange={(next) => (next ? setAsking(true) : put.mutate({ body: { auto_execute: false } }))}
        />
        {settings.isError && known === undefined ? (
          <ErrorState
            error={settings.error}
            fallback="Failed to load settings"
            onRetry={() => void settings.refetch()}
          />
        ) : null}
        <Usage executor={executor} settings={known} />
        <button
          type="button"
          className="min-h-6 self-start text-[12px] text-accent underline underline-offset-2"
          onClick={onCaps}
        >
          Change caps
        </button>
        <Holds executor={executor} />
      </div>
      <AutoConfirm
        open={isAsking}
        onOpenChange={setAsking}
        settings={known}
        pending={put.isPending}
        onConfirm={() => put.mutate({ body: { auto_execute: true } })}
      />
    </Panel>
  );
}

interface UsageProps {
  readonly executor: NonNullable<StateFacts['executor']> | null;
  readonly settings: ArbitrageSettings | undefined;
}

function Usage({ executor, settings }: UsageProps) {
  return (
    <dl className="tabular flex flex-col gap-2 text-[12px]">
      <Used name="Pairs open" used={executor?.open_trades ?? null} most={settings?.max_concurrent_pairs ?? null} />
      <Used
        name="Executed in the last hour"
        used={executor?.trades_last_hour ?? null}
        most={settings?.max_trades_per_hour ?? null}
      />
      <div className="flex justify-between gap-2">
        <dt className="text-fg2">Stability</dt>
        <dd title="Starts at its full score, loses one with each failed execution, regains one every 5 minutes; off under 8">
          {executor === null ? UNKNOWN : `${executor.stability.score} of ${executor.stability.max}`}
        </dd>
      </div>
      <div className="flex justify-between gap-2">
        <dt className="text-fg2">Losses in a row</dt>
        <dd>{formatCount(executor?.breaker.losses)}</dd>
      </div>
    </dl>
  );
}

function Used({ name, used, most }: { name: string; used: number | null; most: number | null }) {
  const fraction = used === null || most === null || most === 0 ? null : used / most;
  const text = `${formatCount(used)} of ${formatCount(most)}`;
  return (
    <div className="flex flex-wrap justify-between gap-x-2 gap-y-1">
      <dt className="text-fg2">{name}</dt>
      <dd>{text}</dd>
      <dd className="w-full">
        <Meter
          label={name}
          fraction={fraction}
          tone={meterTone(fraction, { calm: 'info', warnAbove: 0.6, dangerAbove: 0.8 })}
          text={text}
        />
      </dd>
    </div>
  );
}

/** What the executor refused last, which pairs pause, and what was too little to close. */
function Holds({ executor }: Pick<UsageProps, 'executor'>) {
  const { serverClock } = useRuntime();
  const nowMs = serverClock.toServerMs(useNow());
  const pausing = (executor?.cooldowns ?? []).filter((cooldown) => cooldown.ends_at * 1000 > nowMs);
  return (
    <div className="flex flex-col gap-1.5 text-2xs text-fg3">
      <p>Last refusal: {executor === null ? UNKNOWN : (executor.last_refusal ?? 'none')}</p>
      {pausing.length === 0 ? null : (
        <details>
          <summary className="min-h-6 cursor-pointer">{formatCount(pausing.length)} pairs pause</summary>
          <ul className="tabular">
            {pausing.map((cooldown) => (
              <li key={`${cooldown.pair_id} ${cooldown.mode ?? ''}`}>
                {cooldown.pair_id}: {formatAge(cooldown.ends_at * 1000 - nowMs)}, {cooldown.reason}
              </li>
            ))}
          </ul>
        </details>
      )}
      {executor === null || executor.dust.length === 0 ? null : (
        <details>
          <summary className="min-h-6 cursor-pointer">
            {formatCount(executor.dust.length)} rests too small for an order
          </summary>
          <ul className="tabular">
            {executor.dust.map((dust) => (
              <li key={`${dust.instrument_id} ${dust.mode} ${dust.execution_id ?? ''}`}>
                {formatQty(dust.qty)} {dust.instrument_id}, {dust.mode}: the next trade of the coin takes it along
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

interface AutoConfirmProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly settings: ArbitrageSettings | undefined;
  readonly pending: boolean;
  readonly onConfirm: () => void;
}

/** Auto-execute has a question of its own, with its caps; where a venue is live it has to be held. */
function AutoConfirm({ open, onOpenChange, settings, pending, onConfirm }: AutoConfirmProps) {
  const execution = useExecution().data;
  const live = execution ? liveVenues(execution) : [];
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Execute ready rows without asking?"
      verb={live.length === 0 ? 'Turn on auto-execute' : 'Hold to turn on auto-execute LIVE'}
      look="primary"
      by={live.length === 0 ? 'click' : 'hold'}
      pending={pending}
      isBlocked={settings === undefined || execution === undefined}
      onConfirm={onConfirm}
    >
      {settings === undefined ? null : (
        <ul className="tabular flex flex-col gap-1">
          <li>
            At most <b className="text-fg1">{formatUsd(settings.max_trade_usd)}</b> per leg of an execution.
          </li>
          <li>
            At most <b className="text-fg1">{formatCount(settings.max_concurrent_pairs)}</b> pairs open at once and{' '}
            <b className="text-fg1">{formatCount(settings.max_trades_per_hour)}</b> executions an hour.
          </li>
          <li>
            Only from {formatBps(settings.min_entry_net_bps)} bps entry net and{' '}
            {formatBps(settings.min_round_trip_net_bps)} bps round trip.
          </li>
          <li>
            A pair that has lost {formatUsd(settings.loss_cap_usd)} is closed; losses in a row switch new risk off.
          </li>
        </ul>
      )}
      <p className={live.length === 0 ? '' : 'font-semibold text-warn'}>
        {execution === undefined
          ? 'Where orders go is not known yet.'
          : live.length === 0
            ? 'All venues are on PAPER: no real money is at risk.'
            : `LIVE: real orders on ${joinNames(live)}.`}
      </p>
      <p>It stops with the scanner, with the kill switch, or here.</p>
    </ConfirmDialog>
  );
}

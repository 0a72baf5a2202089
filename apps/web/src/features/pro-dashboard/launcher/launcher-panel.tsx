import { executeLive, type ArbExecution } from '@riptide/contracts/calls';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { problemText } from '../../../lib/api-problem.ts';
import { formatUsd } from '../../../lib/format.ts';
import { useHotkeys } from '../../../lib/hotkeys.ts';
import { usePreferences } from '../../../lib/preferences.ts';
import { AgeTag } from '../../../shared/age-tag.tsx';
import { adoptTrade } from '../../../shared/arb-trades/use-arb-trades.ts';
import {
  PREVIEW_INTERVAL_MS,
  useTradePreview,
  type TradePreview,
} from '../../../shared/arb-trades/use-trade-preview.ts';
import { useUsualBracket } from '../../../shared/arb-trades/use-usual-bracket.ts';
import { LiveFacts } from '../../../shared/arb-trades/worst-case.tsx';
import { ModeChip } from '../../../shared/mode-chip.tsx';
import { ErrorState } from '../../../shared/panel-states.tsx';
import { useCommand } from '../../../shared/use-command.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { useProAddress } from '../frame/pro-address.ts';
import { ProPanel } from '../frame/pro-panel.tsx';
import { useKeptState } from '../frame/use-kept-state.ts';
import { readLaunch } from './launch-address.ts';
import { LaunchFields, Override } from './launch-fields.tsx';
import { readLaunchForm, type LaunchForm } from './launch-form.ts';
import { LaunchPlan } from './launch-plan.tsx';
import { LaunchedTrade } from './launched-trade.tsx';

/** Launches an arbitrage by hand: what it is, costs and risks stands there before the button can be pressed. */
export function LauncherPanel() {
  const { raw } = useProAddress();
  const usual = useUsualBracket();
  const { key: sent, form } = readLaunch(raw, usual);
  // Begun anew when the guard's distances are others: what stands there is what would be sent.
  const key = [sent, usual.tpBps, usual.slBps].join(' ').trim();
  // What was launched last stays on screen when another trade is sent here.
  const [launched, setLaunched] = useKeptState<ArbExecution | null>('launched', null);
  return <Launcher key={key} name={`launcher ${key}`} first={form} launched={launched} onLaunched={setLaunched} />;
}

interface LauncherProps {
  /** Under which what is typed is kept. */
  readonly name: string;
  readonly first: LaunchForm;
  readonly launched: ArbExecution | null;
  readonly onLaunched: (trade: ArbExecution) => void;
}

function Launcher({ name, first, launched, onLaunched }: LauncherProps) {
  const client = useQueryClient();
  const { confirmSingle } = usePreferences();
  const place = useRef<HTMLFormElement>(null);
  const [form, setForm] = useKeptState(name, first);
  const [isAsking, setAsking] = useState(false);
  const { order, errors } = readLaunchForm(form);
  const preview = useTradePreview(order);
  const plan = order === null ? undefined : preview.data;
  const execute = useCommand(executeLive, {
    done: (answer) => answer.message,
    failed: 'Failed to execute',
    onSent: () => setAsking(false),
    onDone: ({ trade }) => {
      adoptTrade(client, trade);
      onLaunched(trade);
    },
  });
  const mode = plan?.trade?.execution_mode ?? null;
  const obstacle = obstacleOf({ form, plan, isCurrent: preview.isCurrent && !preview.isError, error: errors.reason });
  const isReady = order !== null && obstacle === null;
  const send = (): void => {
    if (order === null || !isReady || execute.isPending) return;
    execute.mutate({ body: { ...order, ...(form.isOverridden ? { reason: form.reason.trim() } : {}) } });
  };
  const press = (): void => {
    if (!isReady || execute.isPending) return;
    if (mode === 'paper' || confirmSingle === 'skip') send();
    else setAsking(true);
  };
  const change = (part: Partial<LaunchForm>): void => setForm({ ...form, ...part });
  useHotkeys({ e: () => place.current?.contains(document.activeElement) === true && press() });
  const failure = execute.isError ? problemText(execute.error, 'Failed to execute') : null;
  return (
    <ProPanel
      id="launcher"
      note={plan ? <Verdict plan={plan} isCurrent={preview.isCurrent} /> : null}
      age={<AgeTag atSeconds={plan?.atSeconds ?? null} intervalMs={PREVIEW_INTERVAL_MS} isShort />}
    >
      <form
        ref={place}
        aria-label="Trade Launcher (ARB)"
        className="flex flex-col gap-2 px-3.5 py-3"
        onSubmit={(event) => {
          event.preventDefault();
          press();
        }}
      >
        <LaunchFields form={form} errors={errors} onChange={change} sizeHint={sizeHint(plan)} />
        {preview.isError ? (
          <ErrorState error={preview.error} fallback="Failed to preview" onRetry={() => void preview.refetch()} />
        ) : null}
        {plan ? (
          <div className={preview.isCurrent && !preview.isError ? 'flex flex-col gap-2' : 'stale flex flex-col gap-2'}>
            <LaunchPlan plan={plan} />
          </div>
        ) : null}
        <Override form={form} errors={errors} onChange={change} isLive={mode === 'live'} />
        {failure === null || isAsking ? null : (
          <p role="alert" className="text-[12px] text-danger">
            {failure}
          </p>
        )}
        {plan?.verdict === 'BLOCK' && preview.isCurrent ? (
          <Blocked plan={plan} onPropose={(usd) => change({ notionalUsd: String(usd), qty: '' })} />
        ) : null}
        <Button
          type="submit"
          look="primary"
          wide
          disabled={!isReady}
          pending={execute.isPending}
          title={obstacle ?? 'E or Enter'}
        >
          Execute
          <ModeChip execution={mode} />
        </Button>
        <p className="text-center text-2xs text-fg3">
          {obstacle ?? 'The gates run again on the server before anything is sent.'}
        </p>
      </form>
      {launched === null ? null : <LaunchedTrade launched={launched} />}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Execute ${form.symbol}${wordWay(plan)}, LIVE?`}
        verb="Execute LIVE"
        look="primary"
        pending={execute.isPending}
        isBlocked={!isReady}
        onConfirm={send}
      >
        {plan?.trade ? <LiveFacts trade={plan.trade} expectedUsd={plan.expected_usd} /> : null}
        {failure === null ? null : (
          <p role="alert" className="text-danger">
            {failure}
          </p>
        )}
      </ConfirmDialog>
    </ProPanel>
  );
}

interface Readiness {
  readonly form: LaunchForm;
  readonly plan: TradePreview | undefined;
  /** The preview is of what stands in the form, and no older than its interval allows. */
  readonly isCurrent: boolean;
  /** What is wrong with the reason. */
  readonly error: string | null;
}

/** Why Execute can't be pressed, in words; null when it can. */
function obstacleOf({ form, plan, isCurrent, error }: Readiness): string | null {
  if (plan === undefined || !isCurrent) return 'Waits for a preview of what stands above.';
  if (form.isOverridden && plan.trade?.execution_mode === 'live') return 'An expected loss is taken on paper only.';
  if (form.isOverridden && error !== null) return error;
  if (plan.verdict === 'PASS') return null;
  return form.isOverridden || (plan.expected_usd ?? 0) >= 0
    ? 'Execute waits until nothing blocks.'
    : 'Execute waits for PASS, or an override with a reason.';
}

function Verdict({ plan: { verdict }, isCurrent }: { plan: TradePreview; isCurrent: boolean }) {
  return (
    <span role="status" className={isCurrent ? undefined : 'opacity-60'}>
      <Tag tone={verdict === 'PASS' ? 'ok' : 'danger'}>{verdict}</Tag>
    </span>
  );
}

/** What speaks against it: the first reason, every gate that blocks, and of a size that is too small the one that would do. */
function Blocked({ plan, onPropose }: { plan: TradePreview; onPropose: (notionalUsd: number) => void }) {
  const gates = plan.gates.filter(({ ok, detail }) => !ok && detail !== plan.reason);
  return (
    <div className="text-[12px] text-warn">
      <p>
        <b className="font-semibold">BLOCK</b> {plan.reason}
      </p>
      {plan.trade === null && plan.min_notional_usd !== null ? (
        <Button size="xs" className="mt-1" onClick={() => onPropose(plan.proposed_notional_usd)}>
          Use {formatUsd(plan.proposed_notional_usd)}
        </Button>
      ) : null}
      {gates.length === 0 ? null : (
        <ul aria-label="Gates that block">
          {gates.map((gate) => (
            <li key={`${gate.leg} ${gate.gate}`}>
              {gate.gate}, {gate.venue ?? gate.leg}: {gate.detail}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function sizeHint(plan: TradePreview | undefined): string {
  const min = plan?.min_notional_usd ?? null;
  return min === null ? 'sent only when filled; empties Qty' : `both legs take from ${formatUsd(min)}`;
}

function wordWay(plan: TradePreview | undefined): string {
  const trade = plan?.trade ?? null;
  return trade === null ? '' : ` ${trade.buy_exchange} → ${trade.sell_exchange}`;
}

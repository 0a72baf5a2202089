import {
  SEQUENCING_NAMES,
  executeLive,
  type ArbExecution,
  type Opportunity,
  type RouteOutput,
  type previewExecuteLive,
} from '@riptide/contracts/calls';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { problemText } from '../../../lib/api-problem.ts';
import { formatPct, formatUsd } from '../../../lib/format.ts';
import { usePreferences } from '../../../lib/preferences.ts';
import { PHONE, useMedia } from '../../../lib/use-media.ts';
import { LiveFacts, WorstCase } from '../../../shared/arb-trades/worst-case.tsx';
import { adoptTrade } from '../../../shared/arb-trades/use-arb-trades.ts';
import { ModeChip } from '../../../shared/mode-chip.tsx';
import type { EdgeKind } from '../../../shared/opportunities/opportunity-view.ts';
import { ErrorState } from '../../../shared/panel-states.tsx';
import { useCommand } from '../../../shared/use-command.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { Breakdown } from '../components/breakdown.tsx';
import { figuresOfPreview, figuresOfRow } from '../model/cost-parts.ts';
import { GatesList } from './checks-list.tsx';
import { useUsualBracket } from '../../../shared/arb-trades/use-usual-bracket.ts';
import { TICKET_BOUNDS, readTicket, ticketOfRow, type TicketForm } from './ticket-form.ts';
import { useTradePreview } from '../../../shared/arb-trades/use-trade-preview.ts';

interface ExecuteTicketProps {
  readonly row: Opportunity;
  readonly kind: EdgeKind;
  readonly onExecuted: (trade: ArbExecution) => void;
}

/** The order of both legs at the size entered: what it costs and risks is on screen before the button can be pressed. */
export function ExecuteTicket({ row, kind, onExecuted }: ExecuteTicketProps) {
  const client = useQueryClient();
  const isPhone = useMedia(PHONE);
  const { confirmSingle } = usePreferences();
  const usual = useUsualBracket();
  const [form, setForm] = useState<TicketForm>(() => ticketOfRow(row, usual));
  const [isAsking, setAsking] = useState(false);
  const { order, errors } = readTicket(form, row.id);
  const preview = useTradePreview(order);
  const plan = order === null ? undefined : preview.data;
  const execute = useCommand(executeLive, {
    done: (answer) => answer.message,
    failed: 'Failed to execute',
    onSent: () => setAsking(false),
    onDone: (answer) => {
      adoptTrade(client, answer.trade);
      onExecuted(answer.trade);
    },
  });
  const trade = plan?.trade ?? null;
  const mode = trade?.execution_mode ?? null;
  const isReady = plan?.verdict === 'PASS' && preview.isCurrent && order !== null;
  const send = (): void => {
    if (order !== null && isReady && !execute.isPending) execute.mutate({ body: order });
  };
  const press = (): void => {
    if (!isReady || execute.isPending) return;
    if (mode === 'paper' || confirmSingle === 'skip') send();
    else setAsking(true);
  };
  const change = (part: Partial<TicketForm>): void => setForm({ ...form, ...part });
  const figures = (plan ? figuresOfPreview(plan, row) : null) ?? figuresOfRow(row);
  return (
    <form
      aria-label="Execute"
      className="flex flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        press();
      }}
    >
      <div className="px-3.5 pt-3">
        <NumberField
          label="Size per leg (USD)"
          value={form.notionalUsd}
          onChange={(notionalUsd) => change({ notionalUsd })}
          unit="USD"
          autoFocus={!isPhone}
          hint={
            plan === undefined || plan.min_notional_usd === null
              ? TICKET_BOUNDS.notionalUsd
              : `both legs take from ${formatUsd(plan.min_notional_usd)}`
          }
          error={errors.notionalUsd}
        />
        <SizeChips
          row={row}
          minUsd={plan?.min_notional_usd ?? null}
          onPick={(notionalUsd) => change({ notionalUsd })}
        />
      </div>
      <Breakdown figures={figures} kind={kind} facts={rowFacts(row)} />
      {trade === null ? null : <WorstCase trade={trade} />}
      <Options form={form} errors={errors} onChange={change} isPaper={mode === 'paper'} />
      <div className="px-3.5 pb-3">
        {plan ? <GatesList gates={plan.gates} /> : null}
        {preview.isError ? (
          <ErrorState error={preview.error} fallback="Failed to preview" onRetry={() => void preview.refetch()} />
        ) : null}
      </div>
      <TicketFooter
        plan={plan}
        error={execute.isError && !isAsking ? execute.error : null}
        isReady={isReady}
        pending={execute.isPending}
      />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Execute ${row.asset} ${row.buy_exchange} → ${row.sell_exchange}, LIVE?`}
        verb="Execute LIVE"
        look="primary"
        pending={execute.isPending}
        isBlocked={!isReady}
        onConfirm={send}
      >
        {trade === null ? null : <LiveFacts trade={trade} expectedUsd={plan?.expected_usd ?? null} />}
        {execute.isError ? (
          <p role="alert" className="text-danger">
            {problemText(execute.error, 'Failed to execute')}
          </p>
        ) : null}
      </ConfirmDialog>
    </form>
  );
}

interface TicketFooterProps {
  readonly plan: RouteOutput<typeof previewExecuteLive> | undefined;
  /** Why the last press came to nothing. */
  readonly error: Error | null;
  readonly isReady: boolean;
  readonly pending: boolean;
}

/** What speaks against it, and the button. */
function TicketFooter({ plan, error, isReady, pending }: TicketFooterProps) {
  return (
    <div className="sticky bottom-0 flex flex-col gap-1.5 border-t border-line1 bg-bg1 px-3.5 py-3">
      {error === null ? null : (
        <p role="alert" className="text-[12px] text-danger">
          {problemText(error, 'Failed to execute')}
        </p>
      )}
      {plan?.verdict === 'BLOCK' && plan.reason !== null ? (
        <p className="text-[12px] text-warn">
          <b className="font-semibold">BLOCK</b> {plan.gates.every(({ ok }) => ok) ? 'Not by a risk gate: ' : ''}
          <span>{plan.reason}</span>
        </p>
      ) : null}
      <Button
        type="submit"
        look="primary"
        wide
        // Not disabled: books grow old and young again by the second, and a disabled button loses the focus each time.
        aria-disabled={!isReady}
        pending={pending}
        title={isReady ? 'Enter' : (plan?.reason ?? 'The preview is being asked for')}
      >
        Execute
        <ModeChip execution={plan?.trade?.execution_mode ?? null} />
      </Button>
    </div>
  );
}

function SizeChips({
  row,
  minUsd,
  onPick,
}: {
  row: Opportunity;
  minUsd: number | null;
  onPick: (usd: string) => void;
}) {
  const sizes: readonly (readonly [string, number | null])[] = [
    ['Smallest', minUsd === null ? null : Math.ceil(minUsd)],
    ['As listed', Math.floor(row.volume_usd)],
    ['Capacity', row.capacity_usd >= 1 ? Math.floor(row.capacity_usd) : null],
  ];
  return (
    <div className="mt-1 flex flex-wrap gap-1.5">
      {sizes.map(([word, usd]) =>
        usd === null ? null : (
          <Button key={word} size="xs" onClick={() => onPick(String(usd))}>
            {word} <span className="tabular font-normal text-fg3">{formatUsd(usd, 0)}</span>
          </Button>
        ),
      )}
    </div>
  );
}

function rowFacts(row: Opportunity): readonly (readonly [string, string])[] {
  return [
    ['Capacity at the minimum edge', formatUsd(row.capacity_usd, 0)],
    ['Share of the last minute over the minimum', formatPct(row.confidence * 100, 0)],
    ...(row.fill_probability === null || row.fill_probability === undefined
      ? []
      : [['Both legs fill within their limits, learned', formatPct(row.fill_probability * 100, 0)] as const]),
  ];
}

interface OptionsProps {
  readonly form: TicketForm;
  readonly errors: ReturnType<typeof readTicket>['errors'];
  readonly onChange: (part: Partial<TicketForm>) => void;
  readonly isPaper: boolean;
}

function Options({ form, errors, onChange, isPaper }: OptionsProps) {
  return (
    <details className="mx-3.5 mb-3 text-[12px]">
      <summary className="min-h-6 cursor-pointer text-fg2">Bracket, sequencing and what is accepted</summary>
      <div className="mt-2 grid grid-cols-2 gap-x-3 gap-y-1">
        <SelectField
          label="Bracket"
          value={form.bracket}
          error={null}
          hint="ends the pair by its net"
          options={[
            { value: 'panic', label: 'panic' },
            { value: 'none', label: 'none' },
          ]}
          onChange={(bracket) => onChange({ bracket })}
        />
        <SelectField
          label="Sequencing"
          value={form.sequencing}
          error={null}
          hint="which leg goes first"
          options={[
            { value: 'auto', label: 'as set' },
            ...SEQUENCING_NAMES.map((name) => ({ value: name, label: name })),
          ]}
          onChange={(sequencing) => onChange({ sequencing })}
        />
        {form.bracket === 'none' ? null : (
          <>
            <NumberField
              label="Take profit"
              unit="bps"
              value={form.tpBps}
              onChange={(tpBps) => onChange({ tpBps })}
              hint={TICKET_BOUNDS.bracket}
              error={errors.tpBps}
            />
            <NumberField
              label="Stop loss"
              unit="bps"
              value={form.slBps}
              onChange={(slBps) => onChange({ slBps })}
              hint={`${TICKET_BOUNDS.bracket}, beyond the fees`}
              error={errors.slBps}
            />
          </>
        )}
        <div className="col-span-2">
          <Switch
            label="Accept an expected loss"
            note="On paper only: to see how an execution runs."
            checked={form.acceptsNegative}
            disabled={!isPaper && !form.acceptsNegative}
            onChange={(acceptsNegative) => onChange({ acceptsNegative })}
          />
        </div>
      </div>
    </details>
  );
}

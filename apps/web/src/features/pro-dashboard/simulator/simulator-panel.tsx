import { formatCount, formatQty } from '../../../lib/format.ts';
import { AgeTag } from '../../../shared/age-tag.tsx';
import { Num } from '../../../shared/num.tsx';
import { ErrorState, LoadingRows } from '../../../shared/panel-states.tsx';
import { VenueChoice } from '../../../shared/venue-choice.tsx';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { cn } from '../../../ui/cn.ts';
import { Tag } from '../../../ui/tag.tsx';
import { PAGE_CYCLE_MS } from '../frame/page-cycle.tsx';
import { useProAddress } from '../frame/pro-address.ts';
import { ProPanel } from '../frame/pro-panel.tsx';
import { useKeptState } from '../frame/use-kept-state.ts';
import { writeLaunch } from '../launcher/launch-address.ts';
import { gateRows } from './gate-rows.ts';
import { GatesList } from './gates-list.tsx';
import { SizeFields } from '../trade-fields/size-fields.tsx';
import { SymbolField } from '../trade-fields/symbol-field.tsx';
import { FIRST_FORM, readSimulator, type SimulatorForm } from './simulator-form.ts';
import { usePrecheck, type Precheck } from './use-precheck.ts';

/** Says of a trade what every gate would say, before anything is sent. */
export function SimulatorPanel() {
  const { raw, change: changeAddress } = useProAddress();
  const [form, setForm] = useKeptState<SimulatorForm>('simulator', FIRST_FORM);
  const { body, errors } = readSimulator(form);
  const precheck = usePrecheck(body);
  const change = (part: Partial<SimulatorForm>): void => setForm({ ...form, ...part });
  const shown = body === null ? undefined : precheck.data;
  return (
    <ProPanel
      id="simulator"
      note={shown ? <Verdict precheck={shown} isCurrent={precheck.isCurrent} /> : null}
      age={<AgeTag atSeconds={shown?.atSeconds ?? null} intervalMs={PAGE_CYCLE_MS} isShort />}
    >
      <form
        aria-label="Pre-Trade Simulator"
        className="flex flex-col gap-2 px-3.5 py-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (body !== null) precheck.simulate();
        }}
      >
        <div className="grid grid-cols-2 gap-x-3 gap-y-1">
          <SymbolField value={form.symbol} error={errors.symbol} onChange={(symbol) => change({ symbol })} />
          <SelectField
            label="Mode"
            value={form.mode}
            error={null}
            hint={form.mode === 'ARB' ? 'both legs of the better direction' : 'one leg at each venue'}
            options={[
              { value: 'ARB', label: 'ARB' },
              { value: 'SCALP', label: 'SCALP' },
            ]}
            onChange={(mode) => change({ mode })}
          />
          <SizeFields size={form} errors={errors} notionalHint="sent only when filled; empties Qty" onChange={change} />
        </div>
        <VenueChoice venues={form.venues} error={errors.venues} onChange={(venues) => change({ venues })} />
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" look="primary" size="sm" disabled={body === null} pending={precheck.isFetching}>
            Simulate
          </Button>
          <Button
            size="sm"
            disabled={body === null || form.mode !== 'ARB'}
            title={form.mode === 'ARB' ? undefined : 'The launcher trades pairs: choose ARB'}
            onClick={() => changeAddress({ ...writeLaunch(form, raw), panel: 'launcher' }, { isStep: true })}
          >
            Send to launcher
          </Button>
        </div>
      </form>
      {precheck.isError ? (
        <ErrorState error={precheck.error} fallback="Failed to simulate" onRetry={() => void precheck.refetch()} />
      ) : null}
      {shown ? (
        <div className={cn('flex min-h-0 flex-1 flex-col', !(precheck.isCurrent && !precheck.isError) && 'stale')}>
          <Suggestion precheck={shown} qty={form.qty} onUse={(qty) => change({ qty, notionalUsd: '' })} />
          <GatesList rows={gateRows(shown.decisions)} />
        </div>
      ) : precheck.isError || body === null ? null : (
        <LoadingRows rows={6} label="Asking the gates" />
      )}
    </ProPanel>
  );
}

function Verdict({ precheck: { verdict }, isCurrent }: { precheck: Precheck; isCurrent: boolean }) {
  return (
    <span role="status" className={isCurrent ? undefined : 'opacity-60'}>
      <Tag tone={verdict === 'PASS' ? 'ok' : 'danger'}>{verdict}</Tag>
    </span>
  );
}

interface SuggestionProps {
  readonly precheck: Precheck;
  /** As typed. */
  readonly qty: string;
  readonly onUse: (qty: string) => void;
}

/** As a field takes it: neither grouped nor in powers of ten. */
const PLAIN = new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: 12 });

/** How many gates pass, what it should bring, and the quantity that every venue takes. */
function Suggestion({ precheck, qty, onUse }: SuggestionProps) {
  const suggested = precheck.suggestion.suggested_qty_quantized;
  const rows = gateRows(precheck.decisions);
  const passed = rows.filter(({ state }) => state !== 'block').length;
  const net = precheck.expected;
  return (
    <div className="tabular flex flex-wrap items-center gap-x-3 gap-y-1.5 px-3.5 pb-2.5 text-[12px] text-fg2">
      <span>
        {formatCount(passed)} of {formatCount(rows.length)} gates OK
      </span>
      {net === null ? null : (
        <span>
          entry net <Num kind="signed-bps" value={net.entry_net_bps} coloured /> bps
        </span>
      )}
      <span className="flex-1" />
      {suggested === null ? (
        <span className="text-fg3">No quantity to suggest</span>
      ) : (
        <>
          <span>suggested qty {formatQty(suggested)}</span>
          <Button size="xs" disabled={Number(qty) === suggested} onClick={() => onUse(PLAIN.format(suggested))}>
            Use suggested qty
          </Button>
        </>
      )}
    </div>
  );
}

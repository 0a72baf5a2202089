import { getDecision, type DecisionWhole } from '@riptide/contracts/calls';
import { Check, X } from 'lucide-react';
import { formatExact } from '../../lib/format-time.ts';
import { formatBps, formatChangePct, formatPx, formatSignedBps, formatUsd, UNKNOWN } from '../../lib/format.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { armLabel, armWords } from '../arm-label.ts';
import { Num } from '../num.tsx';
import { ErrorState, LoadingRows } from '../panel-states.tsx';
import { useCall } from '../use-call.ts';
import { VenueBadge } from '../venue.tsx';
import { cn } from '../../ui/cn.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { Tag } from '../../ui/tag.tsx';
import { actionWords } from './decision-words.ts';

/** Outcomes of the arms come while it is open. */
const DECISION_INTERVAL_MS = 5000;

/** One decision of the engine, whole: its gates, its arms and what became of it. */
export function DecisionDrawer({ id, onClose }: { id: string | null; onClose: () => void }) {
  return (
    <Sheet open={id !== null} onOpenChange={(isOpen) => !isOpen && onClose()} title="Decision">
      {id === null ? null : <Content id={id} />}
    </Sheet>
  );
}

function Content({ id }: { id: string }) {
  const query = useCall(getDecision, { input: { params: { id } }, intervalMs: DECISION_INTERVAL_MS });
  if (query.data) return <Whole decision={query.data.decision} />;
  if (query.isError)
    return (
      <ErrorState error={query.error} fallback="Failed to load the decision" onRetry={() => void query.refetch()} />
    );
  return <LoadingRows rows={10} label="Loading the decision" />;
}

function Whole({ decision }: { decision: DecisionWhole }) {
  const { zone } = usePreferences();
  const { word, tone, detail } = actionWords(decision);
  const failed = decision.gates.filter(({ ok }) => !ok);
  const passed = decision.gates.filter(({ ok }) => ok);
  return (
    <div className="tabular flex flex-col gap-4 px-4 py-3.5 text-sm">
      <div className="flex flex-wrap items-center gap-2">
        <b className="text-md font-semibold">{decision.symbol}</b>
        <VenueBadge venue={decision.venue} />
        <Tag tone={tone ?? 'neutral'}>{tone === null ? decision.action : word}</Tag>
        <span className="flex-1" />
        <time className="text-xs text-fg3" dateTime={new Date(decision.timestamp * 1000).toISOString()}>
          {formatExact(decision.timestamp * 1000, zone)}
        </time>
      </div>
      <p className="text-fg2">{detail}</p>
      <a
        href={`/app/pro-dashboard?moment=${encodeURIComponent(`decision:${decision.id}`)}&momentSymbol=${decision.symbol}`}
        className="self-start text-accent hover:underline"
      >
        Show the moment
      </a>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
        <Fact label="Liquidated">
          {`${decision.lower_bound ? 'at least ' : ''}${formatUsd(decision.window_usd)} of ${decision.liquidated_side} in ${decision.count} events`}
        </Fact>
        <Fact label="Threshold">{`${formatUsd(decision.threshold_usd)} (${decision.threshold_by})`}</Fact>
        <Fact label="Chosen arm">
          <span
            title={armWords(decision.arm)}
          >{`${armLabel(decision.arm)}, by ${decision.chosen_by === 'oraculis' ? 'Oraculis' : 'the fixed choice'}`}</span>
        </Fact>
        <Fact label="Net">
          {decision.net_bps === null ? 'not known yet' : `${formatSignedBps(decision.net_bps)} bps`}
        </Fact>
      </dl>
      {decision.snipe === null ? null : <Trade snipe={decision.snipe} />}
      <section aria-label="Gates">
        <h3 className="mb-1.5 font-semibold">{`Gates, ${passed.length} of ${decision.gates.length} passed`}</h3>
        <ul className="flex flex-col gap-1">
          {[...failed, ...passed].map((gate) => (
            <li key={gate.gate} className="flex gap-2">
              {gate.ok ? (
                <Check size={14} className="mt-0.5 flex-none text-ok" aria-label="passed" />
              ) : (
                <X size={14} className="mt-0.5 flex-none text-danger" aria-label="failed" />
              )}
              <span className="min-w-0">
                <b className="font-[550]">{gate.gate}</b> <span className="text-fg2">{gate.detail}</span>
              </span>
            </li>
          ))}
        </ul>
      </section>
      <Arms arms={decision.arms} chosen={decision.arm} />
      <Features values={decision.values} />
    </div>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="text-fg3">{label}</dt>
      <dd className="text-right">{children}</dd>
    </>
  );
}

function Trade({ snipe }: { snipe: NonNullable<DecisionWhole['snipe']> }) {
  return (
    <section aria-label="Trade">
      <h3 className="mb-1.5 font-semibold">{`Trade, ${snipe.state}`}</h3>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
        <Fact label="Side">{`${snipe.side} ${snipe.mode}`}</Fact>
        <Fact label="Why">{snipe.reason}</Fact>
        <Fact label="Entry">{formatPx(snipe.entry_price)}</Fact>
        <Fact label="Stop / target">{`${formatPx(snipe.stop_price)} / ${formatPx(snipe.take_profit_price)}`}</Fact>
        <Fact label="Exit">{snipe.exit === null ? UNKNOWN : `${formatPx(snipe.exit_price)}, ${snipe.exit}`}</Fact>
        <Fact label="Result">
          <Num kind="pnl" value={snipe.net_usd} coloured />
        </Fact>
      </dl>
    </section>
  );
}

function Arms({ arms, chosen }: { arms: DecisionWhole['arms']; chosen: string }) {
  const eligible = arms.filter((arm) => arm.eligible || arm.arm === chosen || arm.outcome !== null);
  if (eligible.length === 0) return <p className="text-fg3">No arm was eligible.</p>;
  return (
    <section aria-label="Arms">
      <h3 className="mb-1.5 font-semibold">{`Arms, ${arms.filter((arm) => arm.eligible).length} of ${arms.length} eligible`}</h3>
      <table className="w-full text-[12px]">
        <thead>
          <tr className="text-fg3">
            <th scope="col">Arm</th>
            <th scope="col" className="text-right">
              Chance
            </th>
            <th scope="col" className="text-right">
              Believed
            </th>
            <th scope="col" className="text-right">
              Came out
            </th>
          </tr>
        </thead>
        <tbody>
          {eligible.map((arm) => (
            <tr key={arm.arm} className={cn(arm.arm === chosen && 'font-semibold text-accent')}>
              <td title={arm.reason ?? armWords(arm.arm)}>{armLabel(arm.arm)}</td>
              <td className="text-right">{formatChangePct(arm.propensity * 100, 0).replace('+', '')}</td>
              <td className="text-right">{formatBps(arm.mean_bps)}</td>
              <td className="text-right">
                {arm.outcome === null
                  ? UNKNOWN
                  : arm.outcome.filled
                    ? `${formatSignedBps(arm.outcome.net_bps)}${arm.outcome.real ? '' : ' shadow'}`
                    : 'not filled'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** What the gates and the chooser looked at, as numbers. */
function Features({ values }: { values: DecisionWhole['values'] }) {
  const names = Object.keys(values).toSorted();
  if (names.length === 0) return null;
  return (
    <details>
      <summary className="cursor-pointer font-semibold">{`What it looked at, ${names.length} figures`}</summary>
      <dl className="mt-1.5 grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-[12px]">
        {names.map((name) => (
          <Fact key={name} label={name}>
            {values[name] ?? UNKNOWN}
          </Fact>
        ))}
      </dl>
    </details>
  );
}

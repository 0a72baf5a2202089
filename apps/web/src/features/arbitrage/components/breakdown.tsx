import { formatBps, formatPx, formatQty, formatSignedBps, formatUsd, UNKNOWN } from '../../../lib/format.ts';
import { Num, Unknown } from '../../../shared/num.tsx';
import { cn } from '../../../ui/cn.ts';
import { costSteps, waterfall, type CostFigures, type CostLeg, type CostStep } from '../model/cost-parts.ts';
import type { EdgeKind } from '../../../shared/opportunities/opportunity-view.ts';
import { COST_COLOURS } from './cost-bar.tsx';

const FEE_SOURCES: Readonly<Record<NonNullable<CostLeg['feeSource']>, string>> = {
  account: 'read from the account',
  tier: "the venue's published base tier",
  assumed: 'assumed, the venue did not say',
};

interface BreakdownProps {
  readonly figures: CostFigures;
  readonly kind: EdgeKind;
  /** Lines below the legs: what else is known of the trade. */
  readonly facts?: readonly (readonly [name: string, value: string])[];
}

/** Every basis point from the gross spread to the net edge, and both legs as they would fill. */
export function Breakdown({ figures, kind, facts = [] }: BreakdownProps) {
  const [buy, sell] = figures.legs;
  const slippageBps = buy.slippageBps === null || sell.slippageBps === null ? null : buy.slippageBps + sell.slippageBps;
  return (
    <div className="flex flex-col gap-3 px-3.5 py-3">
      <Waterfall steps={costSteps(figures, kind)} />
      <Legs figures={figures} />
      <dl className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-1.5 border-t border-line1 pt-3 text-[12px]">
        {slippageBps === null ? null : (
          <Fact name="Slippage, book walk (already in the gross)" value={`${formatBps(slippageBps)} bps`} />
        )}
        <Fact
          name="Funding over the expected hold"
          value={figures.fundingBps === null ? UNKNOWN : `${formatSignedBps(figures.fundingBps)} bps`}
        />
        {facts.map(([name, value]) => (
          <Fact key={name} name={name} value={value} />
        ))}
        <dt className="font-semibold">Expected at {formatUsd(figures.sizeUsd)}</dt>
        <dd className="text-right font-semibold">
          <Num kind="pnl" value={figures.expectedUsd} coloured />
        </dd>
      </dl>
      <p className="text-2xs text-fg3">{feeNote(figures)}</p>
    </div>
  );
}

function Waterfall({ steps }: { steps: readonly CostStep[] }) {
  return (
    <ul className="tabular flex flex-col gap-1.5 text-[12px]">
      {waterfall(steps).map((bar) => (
        <li
          key={bar.key}
          className={cn('grid grid-cols-[124px_1fr_54px] items-center gap-2', bar.key === 'net' && 'font-semibold')}
        >
          <span className={bar.key === 'net' ? '' : 'text-fg2'}>{bar.label}</span>
          <span aria-hidden className="relative h-2.5 rounded-[3px] bg-bg3">
            {bar.from === null || bar.length === null ? null : (
              <span
                className="absolute inset-y-0 min-w-px rounded-[2px]"
                style={{
                  left: `${bar.from * 100}%`,
                  width: `${bar.length * 100}%`,
                  background: bar.key === 'net' && (bar.bps ?? 0) < 0 ? 'var(--down)' : COST_COLOURS[bar.key],
                }}
              />
            )}
          </span>
          <span className="text-right">
            {bar.key === 'gross' ? (
              <Num kind="bps" value={bar.bps} />
            ) : (
              <Num kind="signed-bps" value={bar.bps} coloured={bar.key === 'net'} />
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Legs({ figures }: { figures: CostFigures }) {
  const hasSlippage = figures.legs.some((leg) => leg.slippageBps !== null);
  return (
    <table className="tabular w-full text-[12px]">
      <caption className="sr-only">
        Both legs at {formatQty(figures.quantity)} {figures.asset}
      </caption>
      <thead>
        <tr className="text-2xs text-fg3">
          <th scope="col" className="py-1 text-left font-medium">
            Leg
          </th>
          <th scope="col" className="py-1 text-right font-medium">
            VWAP
          </th>
          <th scope="col" className="py-1 text-right font-medium">
            Taker fee
          </th>
          {hasSlippage ? (
            <th scope="col" className="py-1 text-right font-medium">
              Slippage
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {figures.legs.map((leg) => (
          <LegLine key={leg.word} leg={leg} hasSlippage={hasSlippage} />
        ))}
      </tbody>
    </table>
  );
}

function LegLine({ leg, hasSlippage }: { leg: CostLeg; hasSlippage: boolean }) {
  return (
    <tr className="border-t border-line1">
      <th scope="row" className="py-1.5 text-left font-normal">
        <span className={leg.word === 'Buy' ? 'text-up' : 'text-down'}>{leg.word}</span> {leg.venue}{' '}
        <small className="text-fg3">{leg.market}</small>
      </th>
      <td className="text-right">{formatPx(leg.px)}</td>
      <td className="text-right" title={leg.feeSource === null ? undefined : FEE_SOURCES[leg.feeSource]}>
        {formatBps(leg.feeBps)} bps{leg.feeSource === 'assumed' ? ' assumed' : ''}
      </td>
      {hasSlippage ? (
        <td className="text-right">{leg.slippageBps === null ? <Unknown /> : `${formatBps(leg.slippageBps)} bps`}</td>
      ) : null}
    </tr>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="text-fg2">{name}</dt>
      <dd className="text-right">{value}</dd>
    </>
  );
}

function feeNote({ legs: [buy, sell] }: CostFigures): string {
  if (buy.feeSource === null || sell.feeSource === null) return 'Fees as the venues charge them at this moment.';
  if (buy.feeSource === sell.feeSource) return `Both fees: ${FEE_SOURCES[buy.feeSource]}.`;
  return `Fee of ${buy.venue}: ${FEE_SOURCES[buy.feeSource]}; of ${sell.venue}: ${FEE_SOURCES[sell.feeSource]}.`;
}

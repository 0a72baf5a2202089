import type { Opportunity, OpportunityLeg } from '@riptide/contracts';
import { formatBps, formatPct, formatPx, formatQty, formatSignedBps, formatUsd, UNKNOWN } from '../../../lib/format.ts';
import { Num } from '../../../shared/num.tsx';
import { cn } from '../../../ui/cn.ts';
import { costSteps, type CostStep } from '../model/cost-parts.ts';
import type { EdgeKind } from '../../../shared/opportunities/opportunity-view.ts';
import { COST_COLOURS } from './cost-bar.tsx';

const FEE_SOURCES: Readonly<Record<OpportunityLeg['fee_source'], string>> = {
  account: 'read from the account',
  tier: "the venue's published base tier",
  assumed: 'assumed, the venue did not say',
};

/** Every basis point from the gross spread to the net edge, and both legs as they would fill. */
export function Breakdown({ row, kind }: { row: Opportunity; kind: EdgeKind }) {
  return (
    <div className="flex flex-col gap-3 px-3.5 py-3">
      <Waterfall steps={costSteps(row, kind)} />
      <Legs row={row} />
      <dl className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-1.5 border-t border-line1 pt-3 text-[12px]">
        <Fact
          name="Slippage, book walk (already in the gross)"
          value={`${formatBps(row.buy.slippage_bps + row.sell.slippage_bps)} bps`}
        />
        <Fact
          name="Funding over the expected hold"
          value={row.funding_bps === null ? UNKNOWN : `${formatSignedBps(row.funding_bps)} bps`}
        />
        <Fact name="Capacity at the minimum edge" value={formatUsd(row.capacity_usd, 0)} />
        <Fact name="Share of the last minute over the minimum" value={formatPct(row.confidence * 100, 0)} />
        <dt className="font-semibold">Expected at {formatUsd(row.volume_usd)}</dt>
        <dd className="text-right font-semibold">
          <Num kind="pnl" value={row.expected_usd} coloured />
        </dd>
      </dl>
      <p className="text-2xs text-fg3">{feeNote(row)}</p>
    </div>
  );
}

function Waterfall({ steps }: { steps: readonly CostStep[] }) {
  const scaleBps = Math.max(1, ...steps.map((step) => Math.abs(step.bps ?? 0)));
  return (
    <ul className="tabular flex flex-col gap-1.5 text-[12px]">
      {steps.map((step) => (
        <li
          key={step.key}
          className={cn('grid grid-cols-[124px_1fr_54px] items-center gap-2', step.key === 'net' && 'font-semibold')}
        >
          <span className={step.key === 'net' ? '' : 'text-fg2'}>{step.label}</span>
          <span aria-hidden className="h-2.5 rounded-[3px] bg-bg3">
            <span
              className="block h-full rounded-[2px]"
              style={{
                width: `${(Math.abs(step.bps ?? 0) / scaleBps) * 100}%`,
                background: step.key === 'net' && (step.bps ?? 0) < 0 ? 'var(--down)' : COST_COLOURS[step.key],
              }}
            />
          </span>
          <span className="text-right">
            {step.key === 'gross' ? (
              <Num kind="bps" value={step.bps} />
            ) : (
              <Num kind="signed-bps" value={step.bps} coloured={step.key === 'net'} />
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Legs({ row }: { row: Opportunity }) {
  return (
    <table className="w-full text-[12px]">
      <caption className="sr-only">
        Both legs at {formatQty(row.quantity)} {row.asset}
      </caption>
      <thead>
        <tr className="text-2xs text-fg3">
          <th scope="col" className="py-1">
            Leg
          </th>
          <th scope="col" className="py-1 text-right">
            VWAP
          </th>
          <th scope="col" className="py-1 text-right">
            Taker fee
          </th>
          <th scope="col" className="py-1 text-right">
            Slippage
          </th>
        </tr>
      </thead>
      <tbody>
        <LegLine word="Buy" leg={row.buy} />
        <LegLine word="Sell" leg={row.sell} />
      </tbody>
    </table>
  );
}

function LegLine({ word, leg }: { word: 'Buy' | 'Sell'; leg: OpportunityLeg }) {
  return (
    <tr className="border-t border-line1">
      <th scope="row" className="py-1.5 font-normal">
        <span className={word === 'Buy' ? 'text-up' : 'text-down'}>{word}</span> {leg.venue}{' '}
        <small className="text-fg3">{leg.market}</small>
      </th>
      <td className="text-right">{formatPx(leg.vwap)}</td>
      <td className="text-right" title={FEE_SOURCES[leg.fee_source]}>
        {formatBps(leg.fee_bps)} bps{leg.fee_source === 'assumed' ? ' assumed' : ''}
      </td>
      <td className="text-right">{formatBps(leg.slippage_bps)} bps</td>
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

function feeNote(row: Opportunity): string {
  const { buy, sell } = row;
  if (buy.fee_source === sell.fee_source) return `Both fees: ${FEE_SOURCES[buy.fee_source]}.`;
  return `Fee of ${buy.venue}: ${FEE_SOURCES[buy.fee_source]}; of ${sell.venue}: ${FEE_SOURCES[sell.fee_source]}.`;
}

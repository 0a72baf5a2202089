import type { VerdictCard } from '@riptide/contracts/calls';
import type { ReactNode } from 'react';
import { formatBps, formatCompactUsd, formatCount, formatSignedBps, UNKNOWN } from '../../../lib/format.ts';
import { Ago } from '../../../shared/ago.tsx';
import { IntervalPlot } from '../../../shared/interval-plot.tsx';
import { Unknown } from '../../../shared/num.tsx';
import { ErrorState, LoadingRows } from '../../../shared/panel-states.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { useVerdicts } from '../api/use-lab.ts';
import { subjectWord, verdictWord } from './lab-words.ts';

const known = (text: string): ReactNode => (text === UNKNOWN ? <Unknown /> : text);

/** Whether each engine beats its placebos, on what that rests, and what eats the gross. */
export function VerdictsPart() {
  const query = useVerdicts();
  if (query.data === undefined) {
    if (!query.isError) return <LoadingRows rows={5} label="Loading verdicts" />;
    return <ErrorState error={query.error} fallback="Failed to load verdicts" onRetry={() => void query.refetch()} />;
  }
  const { verdicts } = query.data;
  if (verdicts.length === 0) {
    return (
      <p className="text-sm text-fg2">
        No verdict yet. Without a passed one an engine does not trade live; record the market and run a verdict.
      </p>
    );
  }
  return (
    <ul className="grid gap-3 lg:grid-cols-2">
      {verdicts.map((card) => (
        <li
          key={card.subject}
          className="flex min-w-0 flex-col gap-2 rounded-ctl border border-line1 px-3 py-2.5 text-sm"
        >
          <Verdict card={card} />
        </li>
      ))}
    </ul>
  );
}

function Verdict({ card }: { card: VerdictCard }) {
  const { word, tone } = verdictWord(card);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <b className="font-semibold">{subjectWord(card.subject)}</b>
        <Tag tone={tone}>{word}</Tag>
        {card.current === false ? <Tag tone="warn">void: settings changed</Tag> : null}
        <span className="flex-1" />
        <span className="text-xs text-fg3">
          <Ago atSeconds={card.made_at} />
        </span>
      </div>
      {card.reason === null ? null : <p className="text-fg2">{card.reason}</p>}
      <IntervalPlot
        label="Per trade, 95 % interval"
        countUnit="trades"
        rows={[
          {
            id: 'edge',
            label: 'Over placebos',
            count: card.trades,
            mean: card.edge_bps,
            low: card.low_bps,
            high: card.high_bps,
          },
          {
            id: 'net',
            label: 'Net of costs',
            count: card.trades,
            mean: card.net_bps,
            low: card.net_low_bps,
            high: card.net_high_bps,
          },
        ]}
      />
      <dl className="tabular grid grid-cols-2 gap-x-4 gap-y-1 text-xs sm:grid-cols-3">
        <Fact label="Trades">{formatCount(card.trades)}</Fact>
        <Fact label="Signals">{known(formatCount(card.signals))}</Fact>
        <Fact label="Capacity">{known(formatCompactUsd(card.capacity_usd))}</Fact>
        {card.costs === null ? null : (
          <>
            <Fact label="Gross">{`${formatSignedBps(card.costs.gross_bps)} bps`}</Fact>
            <Fact label="Fees">{`${formatBps(card.costs.fees_bps)} bps`}</Fact>
            <Fact label="Spread and slippage">{`${formatBps(card.costs.spread_bps)} + ${formatBps(card.costs.slippage_bps)} bps`}</Fact>
          </>
        )}
        {Object.entries(card.placebo_bps).map(([name, bps]) => (
          <Fact key={name} label={`Placebo: ${name}`}>
            {known(formatSignedBps(bps))}
          </Fact>
        ))}
      </dl>
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col">
      <dt className="text-2xs text-fg3">{label}</dt>
      <dd className="font-[550]">{children}</dd>
    </div>
  );
}

import type { Opportunity } from '@riptide/contracts/calls';
import { memo } from 'react';
import { barParts, type CostStep } from '../model/cost-parts.ts';
import type { EdgeKind } from '../../../shared/opportunities/opportunity-view.ts';

export const COST_COLOURS: Readonly<Record<CostStep['key'], string>> = {
  gross: 'var(--accent)',
  'entry-fees': 'var(--fg3)',
  latency: 'var(--info)',
  'exit-fees': 'var(--ctl)',
  'exit-spread': 'var(--warn)',
  net: 'var(--up)',
};

/** Where the gross spread goes, as one bar; the breakdown says the same in figures. */
export function CostBar({ row, kind, width = 84 }: { row: Opportunity; kind: EdgeKind; width?: number }) {
  // In whole pixels: figures that move by less than one draw nothing anew.
  const parts = barParts(row, kind).map(({ key, share }) => `${key} ${Math.round(share * width)}`);
  return <Bar width={width} parts={parts.join(',')} />;
}

const Bar = memo(function Bar({ width, parts }: { width: number; parts: string }) {
  return (
    <span aria-hidden className="flex h-2 gap-px overflow-hidden rounded-[2px] bg-bg3" style={{ width }}>
      {parts.split(',').map((part) => {
        const [key = '', partWidth] = part.split(' ');
        const background = COST_COLOURS[key as CostStep['key']];
        return <span key={key} className="rounded-[1.5px]" style={{ width: Number(partWidth ?? 0), background }} />;
      })}
    </span>
  );
});

const LEGEND: readonly (readonly [CostStep['key'], string])[] = [
  ['entry-fees', 'entry fees'],
  ['latency', 'latency reserve'],
  ['exit-fees', 'exit fees'],
  ['exit-spread', 'exit spread'],
  ['net', 'net edge'],
];

/** What the colours of the cost bars mean. */
export function CostLegend({ kind }: { kind: EdgeKind }) {
  return (
    <span className="flex flex-wrap gap-x-3.5 gap-y-1">
      {LEGEND.filter(([key]) => kind === 'round' || !key.startsWith('exit')).map(([key, word]) => (
        <span key={key} className="flex items-center gap-1.5">
          <i aria-hidden className="size-2 rounded-[2px]" style={{ background: COST_COLOURS[key] }} />
          {word}
        </span>
      ))}
    </span>
  );
}

import type { SymbolAtVenue, VenueName } from '@riptide/contracts/calls';
import { Check, TriangleAlert } from 'lucide-react';
import { cn } from '../../../ui/cn.ts';
import { lookOfCell, type CellLook } from './model/cells.ts';

interface MatrixCellProps {
  readonly symbol: string;
  readonly venue: VenueName;
  readonly cell: SymbolAtVenue | undefined;
  readonly onOpen: () => void;
}

const TONES: Readonly<Record<CellLook['kind'], string>> = { ok: 'text-ok', warning: 'text-warn', none: 'text-fg3' };

/** One symbol at one venue; a click shows everything that is known of it. */
export function MatrixCell({ symbol, venue, cell, onOpen }: MatrixCellProps) {
  const look = lookOfCell(cell);
  return (
    <button
      type="button"
      title={look.text}
      aria-label={`${symbol} at ${venue}: ${look.text}`}
      onClick={onOpen}
      className={cn(
        'flex min-h-6 max-w-full min-w-6 sm:max-w-32 items-center gap-1 rounded-tag px-1 text-left text-2xs hover:bg-bg3 max-sm:min-h-11 max-sm:w-full',
        TONES[look.kind],
      )}
    >
      {look.kind === 'ok' ? <Check size={14} strokeWidth={2.6} aria-hidden className="flex-none" /> : null}
      {look.kind === 'warning' ? <TriangleAlert size={12} aria-hidden className="flex-none" /> : null}
      {look.kind === 'ok' ? null : <span className="line-clamp-2 leading-[1.2]">{look.text}</span>}
    </button>
  );
}

import { getBalances } from '@riptide/contracts/calls';
import { formatUsd } from '../../lib/format.ts';
import { openDialog } from '../../shared/dialogs.ts';
import { useCall } from '../../shared/use-call.ts';
import { liveVenues, useExecution } from '../../shared/use-execution.ts';
import { cn } from '../../ui/cn.ts';
import { wordMode, type ModeFacts } from './mode-words.ts';

/** Specified poll interval of balances. */
const BALANCES_INTERVAL_MS = 15_000;

interface ModeStripProps {
  readonly mode: ModeFacts | null;
  /** Points of the go-live checklist that are done; null while not known. */
  readonly goLive: { readonly done: number; readonly total: number } | null;
}

/** The full-width line that says in words where orders go, and what the account behind them holds. */
export function ModeStrip({ mode, goLive }: ModeStripProps) {
  const execution = useExecution().data;
  const live = execution ? liveVenues(execution) : null;
  const paper = execution?.venues.filter((venue) => venue.mode === 'paper').map(({ venue }) => venue) ?? [];
  const words = wordMode(mode, live, paper);
  const isLive = words.word === 'LIVE';
  return (
    <div
      ref={tellHeight}
      className={cn(
        'sticky top-0 z-[21] col-span-full flex min-h-[26px] min-w-0 items-center gap-3 border-b px-4 text-[12px] max-sm:px-3 max-sm:py-1 max-sm:text-xs',
        isLive ? '[--tone:var(--live)]' : '[--tone:var(--paper)]',
        'border-[color-mix(in_srgb,var(--tone)_34%,var(--bg0))] bg-[color-mix(in_srgb,var(--tone)_13%,var(--bg0))]',
      )}
    >
      <span role="status" aria-label="Trading mode" className="flex min-w-0 items-center gap-3">
        <b className="text-2xs font-bold tracking-[.06em] whitespace-nowrap text-(--tone)">{words.word}</b>
        <span className="min-w-0">
          <span className="max-sm:hidden">{words.lead}</span>
          {words.text}
        </span>
      </span>
      <span className="flex-1" />
      <Equity isLive={isLive} />
      <button
        type="button"
        onClick={() => openDialog('go-live')}
        className="min-h-6 min-w-[136px] text-right whitespace-nowrap text-accent underline-offset-3 hover:underline max-sm:hidden"
      >
        {isLive
          ? 'Switch to paper'
          : goLive === null
            ? 'Go-live checklist'
            : `Go-live checklist ${goLive.done} / ${goLive.total}`}
      </button>
    </div>
  );
}

/** The header, the sidebar and what sticks below them stand under the strip; they go by this where it is higher than one line. */
const HEIGHT = '--strip-height';
const LINE_PX = 26;

/** A property of the root makes the styles of the whole page anew: one line, which is the usual, writes none. */
function tellHeight(strip: HTMLElement | null): (() => void) | undefined {
  if (strip === null) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => {
    const heightPx = strip.offsetHeight;
    if (heightPx === LINE_PX) style.removeProperty(HEIGHT);
    else style.setProperty(HEIGHT, `${heightPx}px`);
  });
  observer.observe(strip);
  return () => {
    observer.disconnect();
    style.removeProperty(HEIGHT);
  };
}

function Equity({ isLive }: { isLive: boolean }) {
  const summary = useCall(getBalances, { intervalMs: BALANCES_INTERVAL_MS, isPushed: true }).data?.summary;
  const value = isLive ? summary?.live_total_usd : summary?.paper_total_usd;
  return (
    <span className="tabular whitespace-nowrap text-fg2 max-sm:hidden">
      {isLive ? 'Live' : 'Virtual'} equity{' '}
      <span className="inline-block min-w-[11ch] text-right">{formatUsd(value)}</span>
    </span>
  );
}

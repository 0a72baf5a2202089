import type { FlightMoment } from '@riptide/contracts/calls';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { formatClock, formatExact } from '../../../../lib/format-time.ts';
import { usePreferences } from '../../../../lib/preferences.ts';
import { useRuntime } from '../../../../lib/runtime.tsx';
import { Button } from '../../../../ui/button.tsx';
import { cn } from '../../../../ui/cn.ts';
import { useSteps } from '../use-moment.ts';

interface MomentNavProps {
  readonly moment: FlightMoment;
  /** Empty: all of them. */
  readonly symbol: string;
  readonly isBusy: boolean;
  readonly onGo: (place: string) => void;
  readonly onSymbol: (symbol: string | undefined) => void;
}

/** The slider spans five minutes to either side of where it began. */
const REACH_S = 300;
/** The next moment is asked for when the slider rests. */
const SETTLE_MS = 250;

/** From moment to moment: by record with buttons, arrow keys and a list, by time with a slider. */
export function MomentNav({ moment, symbol, isBusy, onGo, onSymbol }: MomentNavProps) {
  const { previous_seq: previous, next_seq: next, record } = moment;
  const step = useEffectEvent((key: string) => {
    const seq = key === 'ArrowLeft' ? previous : next;
    if (seq !== null && !isBusy) onGo(`seq:${seq}`);
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const isOwn = event.target instanceof HTMLElement && event.target.closest('input,select,pre,[role="region"]');
      if (isOwn || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
      event.preventDefault();
      step(event.key);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <section aria-label="Steps" className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Button size="sm" disabled={previous === null} onClick={() => previous !== null && onGo(`seq:${previous}`)}>
          <ChevronLeft size={14} aria-hidden />
          Step back
        </Button>
        <Button size="sm" disabled={next === null} onClick={() => next !== null && onGo(`seq:${next}`)}>
          Step forth
          <ChevronRight size={14} aria-hidden />
        </Button>
        <span className="min-w-0 flex-1 break-words">
          {record === null ? (
            <span className="text-fg3">No record up to this moment</span>
          ) : (
            <>
              <b className="font-semibold">{record.title}</b>{' '}
              <span className="text-xs text-fg3">
                #{record.seq} · {record.kind}
              </span>
            </>
          )}
        </span>
        <SymbolChoice symbol={symbol} own={record?.symbol ?? null} onSymbol={onSymbol} />
      </div>
      <TimeSlider at={moment.at} onGo={onGo} />
      <StepList moment={moment} symbol={symbol} onGo={onGo} />
    </section>
  );
}

function SymbolChoice({
  symbol,
  own,
  onSymbol,
}: {
  symbol: string;
  own: string | null;
  onSymbol: (symbol: string | undefined) => void;
}) {
  if (symbol !== '') {
    return (
      <Button look="ghost" size="sm" onClick={() => onSymbol(undefined)}>
        {symbol} only: show all
      </Button>
    );
  }
  return own === null ? null : (
    <Button look="ghost" size="sm" onClick={() => onSymbol(own)}>
      Only {own}
    </Button>
  );
}

function TimeSlider({ at, onGo }: { at: number; onGo: (place: string) => void }) {
  const { clock } = useRuntime();
  const { zone } = usePreferences();
  const [centre] = useState(Math.round(at));
  const [moved, setMoved] = useState<number | null>(null);
  const settle = useEffectEvent(() => {
    if (moved !== null) onGo(`at:${moved}`);
    setMoved(null);
  });
  useEffect(() => (moved === null ? undefined : clock.after(SETTLE_MS, () => settle())), [clock, moved]);
  const [from, to] = [centre - REACH_S, centre + REACH_S];
  const shown = moved ?? Math.min(to, Math.max(from, at));
  return (
    <div className="tabular flex items-center gap-2 text-xs text-fg3">
      <span>{formatClock(from * 1000, zone)}</span>
      <input
        type="range"
        aria-label="Minutes around the moment"
        aria-valuetext={formatExact(shown * 1000, zone)}
        min={from}
        max={to}
        step={1}
        value={Math.round(shown)}
        onChange={(event) => setMoved(Number(event.target.value))}
        className="min-w-0 flex-1 accent-(--accent)"
      />
      <span>{formatClock(to * 1000, zone)}</span>
    </div>
  );
}

function StepList({ moment, symbol, onGo }: { moment: FlightMoment; symbol: string; onGo: (place: string) => void }) {
  const { zone } = usePreferences();
  const seq = moment.record?.seq ?? null;
  const query = useSteps(seq, symbol);
  if (seq === null || query.data === undefined) return null;
  const { steps, first_seq: first, has_before: hasBefore } = query.data;
  return (
    <details>
      <summary className="cursor-pointer text-xs text-fg2">Records around ({steps.length})</summary>
      <ol aria-label="Records around" className="mt-1 max-h-[220px] overflow-auto rounded-ctl bg-bg0">
        {hasBefore ? null : <li className="px-2 py-1 text-xs text-fg3">The journal begins at record {first}.</li>}
        {steps.map((step) => (
          <li key={step.seq}>
            <button
              type="button"
              aria-current={step.seq === seq ? 'step' : undefined}
              onClick={() => onGo(`seq:${step.seq}`)}
              className={cn(
                'tabular flex w-full gap-2 px-2 py-1 text-left text-xs hover:bg-bg2',
                step.seq === seq ? 'bg-bg3 text-fg1' : 'text-fg2',
              )}
            >
              <span className="flex-none text-fg3">{formatClock(step.at * 1000, zone)}</span>
              <span className="min-w-0 flex-1">{step.title}</span>
              <span className="flex-none text-fg3">{step.symbol ?? ''}</span>
            </button>
          </li>
        ))}
      </ol>
    </details>
  );
}

import { formatCount, formatRate } from '../../../../lib/format.ts';
import { useNow } from '../../../../lib/use-now.ts';
import { Dot, type DotTone } from '../../../../ui/dot.tsx';
import { Tag, type Tone } from '../../../../ui/tag.tsx';
import type { AuditTail, TailState } from '../model/audit-tail.ts';

const LOOKS: Readonly<
  Record<TailState['phase'], { readonly word: string; readonly tone: Tone; readonly dot: DotTone }>
> = {
  open: { word: 'streaming', tone: 'ok', dot: 'ok' },
  paused: { word: 'paused', tone: 'warn', dot: 'warn' },
  connecting: { word: 'connecting', tone: 'neutral', dot: 'off' },
  waiting: { word: 'reconnecting', tone: 'danger', dot: 'danger' },
  stopped: { word: 'stopped', tone: 'neutral', dot: 'off' },
};

/** Whether rows come, how many are shown and how fast they come. */
export function TailStateTag({ tail, state }: { tail: AuditTail; state: TailState }) {
  const nowMs = useNow();
  const { word, tone, dot } = LOOKS[state.phase];
  return (
    <>
      <Tag tone={tone}>
        <Dot tone={dot} small />
        {word}
      </Tag>
      <span className="tabular text-xs text-fg3">
        {state.rows.length === 1 ? '1 row' : `${formatCount(state.rows.length)} rows`},{' '}
        {state.phase === 'open' ? `${formatRate(tail.ratePerS(nowMs))}/s` : '—/s'}
      </span>
      {state.unreadable === 0 ? null : (
        <span className="text-xs text-warn">{formatCount(state.unreadable)} unreadable</span>
      )}
    </>
  );
}

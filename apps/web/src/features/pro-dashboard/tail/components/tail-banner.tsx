import { formatCount } from '../../../../lib/format.ts';
import { formatClock, zoneName } from '../../../../lib/format-time.ts';
import { problemDetails, problemText } from '../../../../lib/api-problem.ts';
import { usePreferences } from '../../../../lib/preferences.ts';
import { useNow } from '../../../../lib/use-now.ts';
import { CopyButton } from '../../../../shared/copy-button.tsx';
import { Button } from '../../../../ui/button.tsx';
import { cn } from '../../../../ui/cn.ts';
import type { AuditTail, TailFill, TailState } from '../model/audit-tail.ts';
import type { ReactNode } from 'react';

/** What stands between the reader and a whole list: paused, connection lost, rows that were missed. */
export function TailBanner({ tail, state }: { tail: AuditTail; state: TailState }) {
  const { zone } = usePreferences();
  const { phase, pausedAtMs, problem, filled, firstLoadProblem } = state;
  return (
    <>
      {phase === 'paused' && pausedAtMs !== null ? (
        <Line tone="warn">
          Paused since {formatClock(pausedAtMs, zone)} {zoneName(zone)}. The stream is closed; Resume fills in what is
          missed.
        </Line>
      ) : null}
      {phase === 'waiting' ? <Reconnecting tail={tail} state={state} /> : null}
      {phase === 'connecting' && problem !== null ? <Line tone="danger">Connection lost. Connecting…</Line> : null}
      {filled === null ? null : (
        <Line tone={filled.hasGap ? 'warn' : 'info'}>
          <span className="flex-1">{fillText(filled)}</span>
          <Button look="ghost" size="xs" onClick={() => tail.dismissFill()}>
            Dismiss
          </Button>
        </Line>
      )}
      {firstLoadProblem === null ? null : (
        <Line tone="danger">
          <span className="flex-1">{problemText(firstLoadProblem, 'Earlier rows could not be loaded')}</span>
          <Button size="xs" onClick={() => tail.loadFirst()}>
            Retry
          </Button>
          <CopyButton text={problemDetails(firstLoadProblem)} label="Copy details" />
        </Line>
      )}
    </>
  );
}

function Reconnecting({ tail, state }: { tail: AuditTail; state: TailState }) {
  const nowMs = useNow();
  const seconds = Math.max(0, Math.ceil(((state.retryAtMs ?? nowMs) - nowMs) / 1000));
  return (
    <Line tone="danger">
      <span className="flex-1">
        {state.problem === null ? 'The server ended the stream' : problemText(state.problem, 'The stream broke off')}.
        Reconnecting in {seconds} s; what is missed meanwhile is filled in.
      </span>
      <Button size="xs" onClick={() => tail.retryNow()}>
        Reconnect now
      </Button>
      {state.problem === null ? null : <CopyButton text={problemDetails(state.problem)} label="Copy details" />}
    </Line>
  );
}

/** Says how many rows were missed and whether they are all there. */
function fillText({ after, missed, hasGap }: TailFill): string {
  const what = after === 'pause' ? 'Paused' : 'Reconnected';
  const count = `${hasGap ? 'more than ' : ''}${formatCount(missed)} missed`;
  if (hasGap) return `${what}, ${count}: not all of them are here, the gap is marked in the list`;
  return missed === 0 ? `${what}, 0 missed` : `${what}, ${count}: filled in`;
}

function Line({ tone, children }: { tone: 'warn' | 'danger' | 'info'; children: ReactNode }) {
  const tint = { warn: '[--tint:var(--warn)]', danger: '[--tint:var(--danger)]', info: '[--tint:var(--info)]' }[tone];
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={cn('tint flex flex-wrap items-center gap-2 border-x-0 border-t-0 px-3.5 py-1.5 text-sm', tint)}
    >
      {children}
    </div>
  );
}

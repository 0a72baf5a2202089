import { UPSERT_ITEMS_MAX, getSymbols, planRotation, upsertSymbols, type RouteOutput } from '@riptide/contracts/calls';
import { useState } from 'react';
import { ErrorState, LoadingRows } from '../../../shared/panel-states.tsx';
import { useCall } from '../../../shared/use-call.ts';
import { useCommand } from '../../../shared/use-command.ts';
import { Button } from '../../../ui/button.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { diffUpsert, type UpsertDiff } from './model/upsert-diff.ts';

interface UpsertDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly listed: readonly string[];
  /** Of the rotation plan; null while there is none. */
  readonly ready: readonly string[] | null;
}

/** What the engine follows changes rarely, and by this dialog. */
const SYMBOLS_INTERVAL_MS = 10_000;

type Told = RouteOutput<typeof upsertSymbols>;

/** Adds symbols to those the engine follows, after it showed what that would change. */
export function UpsertDialog({ open, onOpenChange, listed, ready }: UpsertDialogProps) {
  return (
    <Sheet open={open} onOpenChange={onOpenChange} side="centre" title="Bulk upsert">
      {open ? <Content listed={listed} ready={ready} onClose={() => onOpenChange(false)} /> : null}
    </Sheet>
  );
}

function Content({ listed, ready, onClose }: Pick<UpsertDialogProps, 'listed' | 'ready'> & { onClose: () => void }) {
  const [which, setWhich] = useState<'ready' | 'listed'>(ready === null ? 'listed' : 'ready');
  const [isApplied, setApplied] = useState(false);
  const [told, setTold] = useState<Told | null>(null);
  const followed = useCall(getSymbols, { intervalMs: SYMBOLS_INTERVAL_MS });
  const send = useCommand(upsertSymbols, {
    done: ({ message }) => message,
    failed: 'Failed to upsert the symbols',
    refresh: [getSymbols, planRotation],
    onDone: setTold,
  });
  const symbols = which === 'ready' ? (ready ?? []) : listed;
  const diff = followed.data === undefined ? null : diffUpsert(symbols, followed.data);
  if (told !== null) return <Outcome told={told} onClose={onClose} />;
  const items = symbols.filter((symbol) => !diff?.refused.includes(symbol)).map((symbol) => ({ symbol }));
  const isSendable = diff !== null && items.length > 0 && items.length <= UPSERT_ITEMS_MAX && !diff.isTooMany;
  return (
    <div className="flex flex-col gap-3 px-4 py-3.5 text-sm">
      <Segmented
        label="Symbols to upsert"
        value={which}
        onChange={setWhich}
        isWide
        segments={[
          ...(ready === null ? [] : [{ value: 'ready' as const, label: `Ready (${ready.length})` }]),
          { value: 'listed' as const, label: `All listed (${listed.length})` },
        ]}
      />
      {diff !== null ? (
        <Diff diff={diff} />
      ) : followed.isError ? (
        <ErrorState
          error={followed.error}
          fallback="Could not load the symbols the engine follows"
          onRetry={() => void followed.refetch()}
        />
      ) : (
        <LoadingRows rows={4} label="Loading the symbols the engine follows" />
      )}
      <Switch
        label="Follow them at once"
        note="Starts the market engine anew when nothing is in flight; otherwise they are followed from its next start"
        checked={isApplied}
        onChange={setApplied}
      />
      <div className="flex justify-end gap-2 border-t border-line1 pt-3">
        <Button onClick={onClose} disabled={send.isPending}>
          Cancel
        </Button>
        <Button
          look="primary"
          pending={send.isPending}
          disabled={!isSendable}
          onClick={() => send.mutate({ body: { items, apply: isApplied } })}
        >
          {`Upsert ${items.length} ${items.length === 1 ? 'symbol' : 'symbols'}`}
        </Button>
      </div>
    </div>
  );
}

function Diff({ diff }: { diff: UpsertDiff }) {
  return (
    <section aria-label="What changes" className="flex flex-col gap-2">
      <ul className="flex max-h-[38vh] flex-col gap-1 overflow-auto font-mono text-[12px]">
        {diff.added.map((symbol) => (
          <li key={symbol} className="text-ok">
            {`+ ${symbol}`}
            {diff.followed.includes(symbol) ? <span className="text-fg3"> the engine follows it already</span> : null}
          </li>
        ))}
        {diff.known.map((symbol) => (
          <li key={symbol} className="text-fg2">
            {`= ${symbol}`} <span className="text-fg3">asked for already</span>
          </li>
        ))}
        {diff.refused.map((symbol) => (
          <li key={symbol} className="text-danger">
            {`! ${symbol}`} is no symbol: 2 to 30 letters and digits
          </li>
        ))}
      </ul>
      {diff.added.length === 0 ? <p className="text-fg2">Nothing would change.</p> : null}
      {diff.staying.length === 0 ? null : <p className="text-fg2">{`Also watched: ${diff.staying.join(', ')}`}</p>}
      <p className={diff.isTooMany ? 'text-danger' : 'text-fg3'}>
        {`${diff.watchedAfter} of at most ${diff.watchedMax} watched afterwards`}
        {diff.isTooMany ? ': take some out of the list' : ''}
      </p>
    </section>
  );
}

function Outcome({ told, onClose }: { told: Told; onClose: () => void }) {
  const lines: readonly (readonly [string, readonly string[]])[] = [
    ['New', told.new],
    ['Known', told.known],
    ['Live now', told.live_now],
    ['From the next start', told.from_next_start],
  ];
  return (
    <div role="status" className="flex flex-col gap-2.5 px-4 py-3.5 text-sm">
      <p className="font-semibold">{told.message}</p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {lines.map(([name, symbols]) => (
          <div key={name} className="contents">
            <dt className="text-fg2">{name}</dt>
            <dd>{symbols.length === 0 ? 'none' : symbols.join(', ')}</dd>
          </div>
        ))}
      </dl>
      {told.refused.map(({ symbol, reason }) => (
        <p key={symbol} className="text-danger">{`${symbol}: ${reason}`}</p>
      ))}
      {told.not_restarted_reason === null ? null : (
        <p className="text-warn">{`Not followed at once: ${told.not_restarted_reason}`}</p>
      )}
      <div className="flex justify-end border-t border-line1 pt-3">
        <Button look="primary" onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  );
}

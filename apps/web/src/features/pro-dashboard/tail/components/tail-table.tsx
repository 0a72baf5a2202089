import { useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { formatCount } from '../../../../lib/format.ts';
import { zoneName } from '../../../../lib/format-time.ts';
import { currentPreferences, usePreferences } from '../../../../lib/preferences.ts';
import { PHONE, useMedia } from '../../../../lib/use-media.ts';
import { focusRow, handleRowKey } from '../../../../shared/data-table/row-keys.ts';
import { SpacerRow } from '../../../../shared/data-table/spacer-row.tsx';
import { useWideFrame } from '../../../../shared/data-table/use-wide-frame.ts';
import { EmptyState, LoadingRows } from '../../../../shared/panel-states.tsx';
import { Button } from '../../../../ui/button.tsx';
import type { TailState } from '../model/audit-tail.ts';
import type { Picks } from '../model/picks.ts';
import { tailKey, type TailGap, type TailItem, type TailRow } from '../model/tail-rows.ts';
import { TailCard, TailLine } from './tail-line.tsx';

interface TailActions {
  readonly onPick: (item: TailItem) => void;
  readonly onPickAs: (place: 'a' | 'b', item: TailItem) => void;
  readonly onOpen: (item: TailItem) => void;
  readonly onOpenGap: (gap: TailGap) => void;
}

interface TailTableProps extends TailActions {
  readonly state: TailState;
  readonly cap: number;
  readonly picks: Picks;
  readonly onTogglePause: () => void;
}

const ROW_PX = { compact: 28, default: 34, comfortable: 42 } as const;
const HEIGHT_PX = 420;
/** From this many rows on only those in sight are drawn. */
const VIRTUAL_FROM = 60;
const CARDS_STEP = 12;
/** How long a `g` waits for the second key of its chord. */
const CHORD_MS = 1200;

/** The rows of the tail, newest on top. */
export function TailTable(props: TailTableProps) {
  const { state, cap } = props;
  const isPhone = useMedia(PHONE);
  if (state.rows.length === 0) {
    return state.phase === 'connecting' && state.problem === null ? (
      <LoadingRows rows={6} label="Loading the live tail" />
    ) : (
      <EmptyState title="No rows yet">
        {state.phase === 'paused'
          ? 'The tail is paused. Resume to follow what is written.'
          : 'Whatever is written from now on appears here. A lower severity or another symbol shows more.'}
      </EmptyState>
    );
  }
  return (
    <>
      {isPhone ? <Cards {...props} /> : <Grid {...props} />}
      <p className="flex flex-wrap items-center gap-x-3 border-t border-line1 px-3.5 py-1.5 text-xs text-fg3">
        <span className="tabular">
          {formatCount(state.rows.length)} of at most {formatCount(cap)} rows
        </span>
        {isPhone ? null : <span>J and K move, A and B pick, Enter opens, Space pauses</span>}
      </p>
    </>
  );
}

function Cards({ state, picks, onPick, onOpen, onOpenGap }: TailTableProps) {
  const [shown, setShown] = useState(CARDS_STEP);
  return (
    <>
      <ul aria-label="Live tail">
        {state.rows.slice(0, shown).map((row) => (
          <TailCard key={tailKey(row)} row={row} picks={picks} onPick={onPick} onOpen={onOpen} onOpenGap={onOpenGap} />
        ))}
      </ul>
      {state.rows.length > shown ? (
        <div className="px-3.5 py-3">
          <Button wide onClick={() => setShown(shown + CARDS_STEP)}>
            Show {Math.min(CARDS_STEP, state.rows.length - shown)} more of {state.rows.length}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function Grid(props: TailTableProps) {
  // WHY: the virtualizer is an object that changes inside; a memoised read of it would stand still.
  'use no memo';
  const { state, picks, onPick, onOpen, onOpenGap } = props;
  const { rows, prepended } = state;
  const frame = useRef<HTMLDivElement>(null);
  useWideFrame(frame);
  const { density, zone } = usePreferences();
  const rowPx = ROW_PX[density];
  const seen = useRef(prepended);
  const chordAtMs = useRef(0);
  const isVirtual = rows.length > VIRTUAL_FROM;
  // oxlint-disable-next-line react/incompatible-library -- this component is not memoised, see above
  const virtualizer = useVirtualizer({
    count: rows.length,
    enabled: isVirtual,
    getScrollElement: () => frame.current,
    estimateSize: () => rowPx,
    getItemKey: (index) => tailKey(rows[index] as TailRow),
    overscan: 6,
  });
  // What is looked at stays where it is: new rows push it down, the scroll follows. At the top, without a row in hand, they are seen.
  useLayoutEffect(() => {
    const added = prepended - seen.current;
    seen.current = prepended;
    const box = frame.current;
    if (box === null || added <= 0) return;
    const isHeld = box.querySelector('tr:focus-within') !== null;
    if (box.scrollTop > 0 || isHeld) box.scrollTop += added * rowPx;
  }, [prepended, rowPx]);
  const items = virtualizer.getVirtualItems();
  const shown = isVirtual ? items.map(({ index }) => index) : rows.map((_row, index) => index);
  const moveTo = (index: number): void => {
    if (isVirtual) virtualizer.scrollToIndex(index);
    const row = rows[index];
    if (row !== undefined) focusRow(frame.current, `tr[data-key="${tailKey(row)}"]`);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a scrollable region whose rows move by keys
    <div
      ref={frame}
      role="region"
      aria-label="Live tail, scrollable"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reached by keys
      tabIndex={0}
      className="table-frame pin-ends"
      style={{ maxHeight: HEIGHT_PX }}
      onKeyDown={(event) => handleKey(event, { ...props, moveTo, chordAtMs })}
    >
      <table className="data-table table-fixed">
        <thead>
          <tr>
            <th scope="col" className="w-[132px]">
              Time ({zoneName(zone)})
            </th>
            <th scope="col" className="w-[92px]">
              Kind
            </th>
            <th scope="col" className="w-[110px]">
              Symbol
            </th>
            <th scope="col">Meta</th>
            <th scope="col" className="num w-[142px]">
              ID
            </th>
            <th scope="col" className="num w-[212px]">
              Open
            </th>
          </tr>
        </thead>
        <tbody>
          <SpacerRow heightPx={isVirtual ? (items[0]?.start ?? 0) : 0} />
          {shown.map((index) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <TailLine
                key={tailKey(row)}
                row={row}
                isFirst={index === 0}
                zone={zone}
                picks={picks}
                onPick={onPick}
                onOpen={onOpen}
                onOpenGap={onOpenGap}
              />
            );
          })}
          <SpacerRow heightPx={isVirtual ? virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0) : 0} />
        </tbody>
      </table>
    </div>
  );
}

interface KeyContext extends TailTableProps {
  readonly moveTo: (index: number) => void;
  readonly chordAtMs: { current: number };
}

/** Arrows, J and K move; A and B pick; Enter opens; Space pauses. A letter after `g` belongs to the page's own chord. */
function handleKey(event: KeyboardEvent<HTMLElement>, context: KeyContext): void {
  const { state, moveTo, onOpen, onPickAs, onTogglePause, chordAtMs } = context;
  const { rows } = state;
  const target = event.target as HTMLElement;
  const key = target.closest<HTMLElement>('tr[data-key]')?.dataset['key'];
  const at = key === undefined ? -1 : rows.findIndex((each) => tailKey(each) === key);
  const row = rows[at];
  handleRowKey(event, { count: rows.length, at, moveTo, open: () => isItem(row) && onOpen(row) });
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === ' ' && target.closest('button,a,input') === null) {
    event.preventDefault();
    onTogglePause();
    return;
  }
  if (currentPreferences().singleKeys === 'off') return;
  const letter = event.key.toLowerCase();
  const isChord = event.timeStamp - chordAtMs.current < CHORD_MS;
  chordAtMs.current = letter === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
  if (isChord) return;
  if (letter === 'j' || letter === 'k') {
    event.preventDefault();
    moveTo(Math.min(Math.max(at + (letter === 'j' ? 1 : -1), 0), rows.length - 1));
  } else if ((letter === 'a' || letter === 'b') && isItem(row)) {
    event.preventDefault();
    onPickAs(letter, row);
  }
}

function isItem(row: TailRow | undefined): row is TailItem {
  return row !== undefined && row.kind !== 'gap';
}

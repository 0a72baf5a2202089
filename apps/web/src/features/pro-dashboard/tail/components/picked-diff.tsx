import { Button } from '../../../../ui/button.tsx';
import { Tag } from '../../../../ui/tag.tsx';
import { DiffView } from '../../diff/diff-view.tsx';
import type { Picks } from '../model/picks.ts';
import type { TailItem } from '../model/tail-rows.ts';

/** The picked rows, and what differs between them once there are two. */
export function PickedDiff({ picks: { a, b }, onClear }: { picks: Picks; onClear: () => void }) {
  if (a === null && b === null) return null;
  return (
    <div className="flex flex-col gap-2 border-t border-line1 px-3.5 py-2.5">
      <p className="flex flex-wrap items-center gap-2 text-xs">
        {a === null ? null : <Tag tone="accent">A #{a.id}</Tag>}
        {b === null ? null : <Tag tone="accent">B #{b.id}</Tag>}
        {a === null || b === null ? (
          <span className="text-fg2">Pick another row to compare it with {a === null ? 'B' : 'A'}.</span>
        ) : null}
        <span className="flex-1" />
        <Button look="ghost" size="xs" onClick={onClear}>
          Clear A/B
        </Button>
      </p>
      {a === null || b === null ? null : <DiffView a={plain(a)} b={plain(b)} label={`A #${a.id} and B #${b.id}`} />}
    </div>
  );
}

const plain = (item: TailItem): Readonly<Record<string, unknown>> => ({ ...item });

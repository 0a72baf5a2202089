import type { FlightMoment } from '@riptide/contracts/calls';
import { problemText } from '../../../../lib/api-problem.ts';
import { formatExact } from '../../../../lib/format-time.ts';
import { usePreferences } from '../../../../lib/preferences.ts';
import { Button } from '../../../../ui/button.tsx';
import { Tag } from '../../../../ui/tag.tsx';
import { DiffView } from '../../diff/diff-view.tsx';
import { comparableOf } from '../model/comparable.ts';
import { placeOf } from '../model/moment-place.ts';
import { useMoment } from '../use-moment.ts';

interface MomentCompareProps {
  readonly moment: FlightMoment;
  readonly symbol: string;
  readonly a: string | undefined;
  readonly b: string | undefined;
  readonly onPick: (part: { momentA?: string | undefined; momentB?: string | undefined }) => void;
}

/** Two moments side by side: what differs between them. */
export function MomentCompare({ moment, symbol, a, b, onPick }: MomentCompareProps) {
  const here = placeOf(moment);
  return (
    <section aria-label="Compare" className="flex min-w-0 flex-col gap-2">
      <p className="flex flex-wrap items-center gap-2 text-xs">
        <Button size="xs" look={a === here ? 'primary' : 'plain'} onClick={() => onPick({ momentA: here })}>
          Set as A
        </Button>
        <Button size="xs" look={b === here ? 'primary' : 'plain'} onClick={() => onPick({ momentB: here })}>
          Set as B
        </Button>
        {a === undefined ? null : <Tag tone="accent">A {nameOf(a)}</Tag>}
        {b === undefined ? null : <Tag tone="accent">B {nameOf(b)}</Tag>}
        {a === undefined && b === undefined ? (
          <span className="text-fg3">Set two moments to compare them.</span>
        ) : (
          <Button size="xs" look="ghost" onClick={() => onPick({ momentA: undefined, momentB: undefined })}>
            Clear A/B
          </Button>
        )}
      </p>
      {a === undefined || b === undefined ? null : <Both a={a} b={b} symbol={symbol} />}
    </section>
  );
}

function Both({ a, b, symbol }: { a: string; b: string; symbol: string }) {
  const { zone } = usePreferences();
  const [one, other] = [useMoment(a, symbol), useMoment(b, symbol)];
  const error = one.error ?? other.error;
  if (error !== null) return <p role="alert">{problemText(error, 'The two moments could not be compared')}</p>;
  if (one.data === undefined || other.data === undefined) return <p className="text-fg3">Loading both moments…</p>;
  const label = `A ${formatExact(one.data.at * 1000, zone)} and B ${formatExact(other.data.at * 1000, zone)}`;
  return <DiffView a={comparableOf(one.data)} b={comparableOf(other.data)} label={label} />;
}

function nameOf(place: string): string {
  return place.replace(/^seq:/, '#').replace(/^at:/, 'at ');
}

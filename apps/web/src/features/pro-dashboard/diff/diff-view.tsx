import { useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { CopyButton } from '../../../shared/copy-button.tsx';
import { cn } from '../../../ui/cn.ts';
import { Button } from '../../../ui/button.tsx';
import { diffLines, sameLines, type DiffLine } from './diff-lines.ts';

interface DiffViewProps {
  readonly a: Readonly<Record<string, unknown>>;
  readonly b: Readonly<Record<string, unknown>>;
  /** Names what is compared, e.g. `A #48211 and B #48207`. */
  readonly label: string;
}

const LOOKS: Readonly<Record<DiffLine['sign'], { readonly colour: string; readonly word: string }>> = {
  '+': { colour: 'text-ok', word: 'added' },
  '-': { colour: 'text-danger', word: 'removed' },
  '~': { colour: 'text-warn', word: 'changed' },
  '=': { colour: 'text-fg3', word: 'the same' },
};
/** Lines drawn at once; more are there on demand. */
const LINES_STEP = 200;

/** What differs from A to B, by dotted path: added, removed, changed, told by sign and colour. */
export function DiffView({ a, b, label }: DiffViewProps) {
  const [hasSame, setSame] = useState(false);
  const [shown, setShown] = useState(LINES_STEP);
  const differences = diffLines(a, b);
  const same = sameLines(a, b);
  const lines = hasSame ? [...differences, ...same] : differences;
  const count = (sign: DiffLine['sign']): string =>
    formatCount(differences.filter((line) => line.sign === sign).length);
  return (
    <section aria-label={`Differences of ${label}`} className="flex min-w-0 flex-col gap-1.5">
      <p className="tabular flex flex-wrap items-center gap-x-3 gap-y-1 text-xs">
        <span className="text-fg2">{label}</span>
        {differences.length === 0 ? null : (
          <>
            <span className="text-ok">+ {count('+')} added</span>
            <span className="text-danger">- {count('-')} removed</span>
            <span className="text-warn">~ {count('~')} changed</span>
          </>
        )}
        <span className="flex-1" />
        {same.length === 0 ? null : (
          <Button look="ghost" size="xs" aria-pressed={hasSame} onClick={() => setSame(!hasSame)}>
            {hasSame ? 'Hide equal' : `Show equal (${formatCount(same.length)})`}
          </Button>
        )}
        {differences.length === 0 ? null : <CopyButton text={textOf(differences)} label="Copy diff" />}
      </p>
      {differences.length === 0 ? <p className="text-sm text-fg1">No differences</p> : null}
      {lines.length === 0 ? null : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reached by keys
        <ul
          tabIndex={0}
          aria-label="Lines"
          className="relative max-h-[320px] overflow-auto rounded-ctl bg-bg0 p-2 text-xs"
        >
          {lines.slice(0, shown).map((line) => (
            <Line key={`${line.sign}${line.path}`} line={line} />
          ))}
          {lines.length > shown ? (
            <li>
              <Button look="ghost" size="xs" onClick={() => setShown(shown + LINES_STEP)}>
                Show {formatCount(Math.min(LINES_STEP, lines.length - shown))} more of {formatCount(lines.length)}
              </Button>
            </li>
          ) : null}
        </ul>
      )}
    </section>
  );
}

function Line({ line }: { line: DiffLine }) {
  const { colour, word } = LOOKS[line.sign];
  return (
    <li data-sign={line.sign} className={cn('flex gap-2 font-mono leading-[1.6] break-all', colour)}>
      <span aria-hidden className="flex-none">
        {line.sign === '=' ? ' ' : line.sign}
      </span>
      <span className="sr-only">{word}</span>
      <span className="min-w-0 flex-1">{line.path}</span>
      <span className="min-w-0 flex-1 text-right">{valueText(line)}</span>
    </li>
  );
}

function valueText({ sign, before, after }: DiffLine): string {
  return sign === '~' ? `${before} → ${after}` : (after ?? before ?? '');
}

function textOf(lines: readonly DiffLine[]): string {
  return lines.map((line) => `${line.sign} ${line.path} ${valueText(line)}`).join('\n');
}

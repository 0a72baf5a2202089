import { SEVERITY_NAMES } from '@riptide/contracts/calls';
import { Pause, Play } from 'lucide-react';
import { Button } from '../../../../ui/button.tsx';
import { Segmented } from '../../../../ui/segmented.tsx';
import { FilterSelect } from '../../filters/filter-select.tsx';
import { FilterText } from '../../filters/filter-text.tsx';
import { TAIL_CAPS, TAIL_KINDS, type TailSearch } from '../model/tail-search.ts';

interface TailControlsProps {
  readonly search: TailSearch;
  readonly isPaused: boolean;
  readonly hasRows: boolean;
  readonly onChange: (part: Partial<TailSearch>) => void;
  readonly onTogglePause: () => void;
  readonly onClear: () => void;
}

/** What the tail shows, and whether it runs. */
export function TailControls({ search, isPaused, hasRows, onChange, onTogglePause, onClear }: TailControlsProps) {
  const Icon = isPaused ? Play : Pause;
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line1 px-3.5 py-2">
      <Segmented
        label="Kind"
        value={search.kind}
        segments={TAIL_KINDS.map((value) => ({ value, label: value }))}
        onChange={(kind) => onChange({ kind })}
      />
      <FilterText label="Symbol" value={search.symbol} onChange={(symbol) => onChange({ symbol })} />
      <FilterSelect
        label="Minimum severity"
        value={search.severity}
        options={SEVERITY_NAMES.map((value) => ({ value, label: value }))}
        onChange={(severity) => onChange({ severity })}
      />
      <FilterSelect
        label="Row cap"
        value={String(search.cap)}
        options={TAIL_CAPS.map((cap) => ({ value: String(cap), label: `${cap} rows` }))}
        onChange={(value) => {
          const cap = TAIL_CAPS.find((each) => String(each) === value);
          if (cap !== undefined) onChange({ cap });
        }}
      />
      <Button size="sm" onClick={onTogglePause} title={isPaused ? 'Resume (Space)' : 'Pause (Space)'}>
        <Icon size={13} aria-hidden />
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
      <Button look="ghost" size="sm" disabled={!hasRows} onClick={onClear}>
        Clear
      </Button>
    </div>
  );
}

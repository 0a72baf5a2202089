import { Tooltip } from '../ui/tooltip.tsx';
import { glossaryText, type GlossaryKey } from './glossary.ts';

/** The question mark beside a metric: what it means, from the glossary or in a sentence of its own. */
export function Help(props: { readonly text: string } | { readonly term: GlossaryKey }) {
  const text = 'term' in props ? glossaryText(props.term) : props.text;
  return (
    <Tooltip text={text}>
      <button
        type="button"
        aria-label={`Help: ${text}`}
        className="relative -my-1 inline-grid max-sm:after:absolute max-sm:after:-inset-2.5 size-6 cursor-help place-items-center"
      >
        <span className="grid size-3.5 place-items-center rounded-full border border-ctl text-[9.5px] font-bold text-fg3">
          ?
        </span>
      </button>
    </Tooltip>
  );
}

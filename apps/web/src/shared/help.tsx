import { Tooltip } from '../ui/tooltip.tsx';

/** The question mark beside a metric: what it means, in one sentence. */
export function Help({ text }: { text: string }) {
  return (
    <Tooltip text={text}>
      <button
        type="button"
        aria-label={`Help: ${text}`}
        className="-my-1 inline-grid size-6 cursor-help place-items-center"
      >
        <span className="grid size-3.5 place-items-center rounded-full border border-ctl text-[9.5px] font-bold text-fg3">
          ?
        </span>
      </button>
    </Tooltip>
  );
}

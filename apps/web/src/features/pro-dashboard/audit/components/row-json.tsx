import { CopyButton } from '../../../../shared/copy-button.tsx';
import type { AuditRow } from './audit-cells.tsx';

/** The payload of a row and the result of a trade, as they are kept. */
export function RowJson({ row }: { row: AuditRow }) {
  return (
    <div className="flex min-w-0 flex-col gap-2 whitespace-normal">
      <Json label="Payload" value={row.payload} />
      {row.kind === 'trade' ? <Json label="Result" value={row.result} /> : null}
      <span>
        <CopyButton text={jsonOf(row)} label="Copy JSON" />
      </span>
    </div>
  );
}

function Json({ label, value }: { label: string; value: unknown }) {
  return (
    <figure className="min-w-0">
      <figcaption className="text-xs text-fg3">{label}</figcaption>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reached by keys
        tabIndex={0}
        aria-label={label}
        className="max-h-[300px] overflow-auto rounded-ctl bg-bg0 p-2 font-mono text-xs leading-[1.55] break-all whitespace-pre-wrap text-fg2"
      >
        {JSON.stringify(value, null, 2)}
      </pre>
    </figure>
  );
}

/** Gives a row as the server tells it. */
function jsonOf({ kind: _kind, ...row }: AuditRow): string {
  return JSON.stringify(row, null, 2);
}

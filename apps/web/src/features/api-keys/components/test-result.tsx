import { CircleAlert, CircleCheck } from 'lucide-react';
import { formatLatency } from '../../../lib/format-time.ts';
import { cn } from '../../../ui/cn.ts';
import { faultsOf, type KeyTest } from '../model/key-test.ts';
import { whatToDo } from '../model/venue-guide.ts';

interface TestResultProps {
  readonly test: KeyTest;
  readonly wanted: { readonly spot: boolean; readonly futures: boolean };
}

/** What a test of a key said, and what to do about what is wrong. */
export function TestResult({ test, wanted }: TestResultProps) {
  const faults = faultsOf(test, wanted);
  const help = test.ok ? null : whatToDo(test.exchange, test);
  const isFine = faults.length === 0;
  return (
    <div
      role={isFine ? 'status' : 'alert'}
      className={cn(
        'tint flex gap-2.5 rounded-ctl px-3 py-2.5 text-sm',
        isFine ? '[--tint:var(--ok)]' : '[--tint:var(--danger)]',
      )}
    >
      {isFine ? (
        <CircleCheck size={16} aria-hidden className="mt-px flex-none" />
      ) : (
        <CircleAlert size={16} aria-hidden className="mt-px flex-none" />
      )}
      <div className="flex min-w-0 flex-col gap-1">
        {test.ok ? (
          <b className="font-semibold">
            Spot {test.spot_ok ? '✓' : '✗'} Futures {test.futures_ok ? '✓' : '✗'}
          </b>
        ) : (
          <b className="font-semibold">
            {test.exchange} connection test failed: {test.detail}
          </b>
        )}
        {test.ok ? faults.map((fault) => <span key={fault}>{fault}</span>) : null}
        {test.venue_code ? (
          <span className="text-fg2">
            {test.exchange} {test.venue_code}
            {test.venue_said ? `: ${test.venue_said}` : ''}
          </span>
        ) : null}
        {help === null ? null : (
          <span className="text-fg1">
            <b className="font-semibold">What to do:</b> {help}
          </span>
        )}
        {test.ok ? (
          <span className="text-fg2">
            Clock offset {formatLatency(test.clock_offset_ms)}
            {test.position_mode === null ? '' : `, ${test.position_mode} mode`}
            {test.ip_restricted === null
              ? ''
              : test.ip_restricted
                ? ', tied to listed addresses'
                : ', open to any address'}
          </span>
        ) : null}
      </div>
    </div>
  );
}

import { VENUE_NAMES, type VenueName } from '@riptide/contracts/calls';
import { ChevronDown, ChevronUp, Play, Square } from 'lucide-react';
import { useState } from 'react';
import { formatUsd } from '../../../lib/format.ts';
import { PHONE, useMedia } from '../../../lib/use-media.ts';
import { Panel } from '../../../shared/panel.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import type { StateFacts } from '../../../shared/opportunities/use-arbitrage-state.ts';
import { useScannerCommands } from '../api/use-scanner-commands.ts';
import {
  SCANNER_BOUNDS,
  SCANNER_DEFAULTS,
  formOfSession,
  isSameForm,
  readScannerForm,
  type ScannerForm,
} from '../model/scanner-form.ts';

interface ControlsPanelProps {
  /** The last state heard while all was well. */
  readonly state: StateFacts | undefined;
  /** Why nothing can be started now; null when it can. */
  readonly trouble: string | null;
}

/** Starts, changes and stops the scanner. */
export function ControlsPanel({ state, trouble }: ControlsPanelProps) {
  const [typed, setTyped] = useState<ScannerForm | null>(null);
  const { start, stop } = useScannerCommands();
  const stored = state && state.session.started_at !== null ? formOfSession(state.session) : null;
  const running = state?.scanning ? formOfSession(state.session) : null;
  const form = typed ?? running ?? stored ?? SCANNER_DEFAULTS;
  const { order, errors } = readScannerForm(form);
  const change = (part: Partial<ScannerForm>): void => setTyped({ ...form, ...part });
  const toggle = (venue: VenueName, isOn: boolean): void =>
    change({ venues: VENUE_NAMES.filter((name) => (name === venue ? isOn : form.venues.includes(name))) });
  const isChange = running !== null && !isSameForm(form, running);
  // On a phone the rows are what is looked for: the fields fold away while nothing has to be entered.
  const isPhone = useMedia(PHONE);
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const showsFields = !isPhone || order === null || (isOpen ?? (state !== undefined && running === null));
  const send = (): void => {
    if (order) start.mutate({ body: order }, { onSuccess: () => setTyped(null) });
  };
  return (
    <Panel title="Controls">
      <form
        className="flex flex-col gap-3 px-3.5 py-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (trouble === null && (running === null || isChange)) send();
        }}
      >
        <div className="grid grid-cols-2 gap-2">
          <Button
            type="submit"
            look="go"
            className="min-w-0 px-1!"
            pending={start.isPending && !isChange}
            disabled={order === null || running !== null || trouble !== null}
            title={trouble ?? (running === null ? undefined : 'The scanner is running')}
          >
            <Play size={13} strokeWidth={2.3} aria-hidden />
            Start Scanner
          </Button>
          <Button
            className="min-w-0 px-1!"
            pending={stop.isPending}
            disabled={running === null || trouble !== null}
            title={trouble ?? (running === null ? 'The scanner is stopped' : undefined)}
            onClick={() => stop.mutate({})}
          >
            <Square size={12} strokeWidth={2.3} aria-hidden />
            Stop Scanner
          </Button>
        </div>
        {trouble === null ? null : (
          <p role="status" className="text-[12px] text-danger">
            {trouble}. Below is the last session.
          </p>
        )}
        {isPhone ? (
          <Button
            look="ghost"
            size="sm"
            className="self-start"
            aria-expanded={showsFields}
            onClick={() => setOpen(!showsFields)}
          >
            {showsFields ? <ChevronUp size={14} aria-hidden /> : <ChevronDown size={14} aria-hidden />}
            {`From ${form.minSpreadPct} %, up to ${formatUsd(Number(form.maxPositionUsd), 0)}, ${form.venues.length} venues`}
          </Button>
        ) : null}
        {showsFields ? (
          <>
            <div className="grid gap-3 sm:max-lg:grid-cols-2">
              <NumberField
                label="Min Spread (%)"
                value={form.minSpreadPct}
                onChange={(minSpreadPct) => change({ minSpreadPct })}
                unit={order ? `${order.min_spread_bps} bps` : 'bps'}
                hint={`${SCANNER_BOUNDS.minSpreadPct}. Sent as bps.`}
                error={errors.minSpreadPct}
              />
              <NumberField
                label="Max Position (USD)"
                value={form.maxPositionUsd}
                onChange={(maxPositionUsd) => change({ maxPositionUsd })}
                unit="per leg"
                hint={SCANNER_BOUNDS.maxPositionUsd}
                error={errors.maxPositionUsd}
              />
            </div>
            <fieldset className="flex flex-col gap-1">
              <legend className="mb-1 text-[12px] text-fg2">Venues</legend>
              <div className="grid grid-cols-2 gap-x-2 sm:max-lg:grid-cols-4">
                {VENUE_NAMES.map((venue) => (
                  <Checkbox
                    key={venue}
                    label={venue.toLowerCase()}
                    checked={form.venues.includes(venue)}
                    onChange={(isOn) => toggle(venue, isOn)}
                  />
                ))}
              </div>
              {errors.venues === null ? null : <small className="text-2xs text-danger">{errors.venues}</small>}
            </fieldset>
          </>
        ) : null}
        {showsFields ? (
          // It stands in every state: what is below must not move when the first answer comes.
          <div className="flex flex-col items-start gap-2 border-t border-line1 pt-3 text-[12px] text-fg2">
            <span>
              {wordRun(
                { isKnown: state !== undefined, isRunning: running !== null && trouble === null },
                running ?? stored,
              )}
            </span>
            <Button
              type="submit"
              size="sm"
              disabled={!isChange || order === null || trouble !== null}
              pending={start.isPending}
            >
              Apply changes
            </Button>
          </div>
        ) : null}
      </form>
    </Panel>
  );
}

/** The values the scanner works with, or worked with last. */
function wordRun(
  { isKnown, isRunning }: { isKnown: boolean; isRunning: boolean },
  session: ScannerForm | null,
): string {
  if (!isKnown) return 'Scanner state unknown';
  if (session === null) return 'Not started yet';
  const values = `${session.minSpreadPct} %, ${formatUsd(Number(session.maxPositionUsd), 0)}`;
  return `${isRunning ? 'Running' : 'Last run'} at ${values}`;
}

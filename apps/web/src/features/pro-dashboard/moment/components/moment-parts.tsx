import type { FlightMoment } from '@riptide/contracts/calls';
import { BooksPart } from './books-part.tsx';
import { ArmsPart, GatesPart, RiskPart } from './judgement-parts.tsx';
import { ArbitragesPart, EnginesPart, OrdersPart, PositionsPart, TradesPart } from './state-parts.tsx';
import { Part } from './part-table.tsx';

/** Everything that is told of a moment. */
export function MomentParts({ moment }: { moment: FlightMoment }) {
  return (
    <>
      <Part title="Time and record" parts={['time', 'record']} unknown={moment.unknown}>
        {moment.record === null ? null : (
          <details>
            <summary className="cursor-pointer text-xs text-fg2">The record as it stands in the journal</summary>
            <pre
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reached by keys
              tabIndex={0}
              aria-label="Record"
              className="mt-1 max-h-[260px] overflow-auto rounded-ctl bg-bg0 p-2 font-mono text-xs break-all whitespace-pre-wrap text-fg2"
            >
              {JSON.stringify(moment.record.data, null, 2)}
            </pre>
          </details>
        )}
      </Part>
      <BooksPart moment={moment} />
      <PositionsPart moment={moment} />
      <OrdersPart moment={moment} />
      <GatesPart moment={moment} />
      <ArmsPart moment={moment} />
      <TradesPart moment={moment} />
      <ArbitragesPart moment={moment} />
      <EnginesPart moment={moment} />
      <RiskPart moment={moment} />
    </>
  );
}

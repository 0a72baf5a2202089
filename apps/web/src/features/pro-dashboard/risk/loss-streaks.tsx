import type { RouteOutput, getRisk } from '@riptide/contracts/calls';
import { Meter } from '../../../ui/meter.tsx';

type Streaks = RouteOutput<typeof getRisk>['loss_streak'];

/** How near either mode is to a halt after losses in a row. */
export function LossStreaks({ streaks }: { streaks: Streaks }) {
  return (
    <section aria-label="Losses in a row" className="border-t border-line1 px-3.5 py-3">
      <dl className="tabular grid gap-x-6 gap-y-2 text-[12px] sm:grid-cols-2">
        {(['paper', 'live'] as const).map((mode) => {
          const { losses, losses_max: most, halts, halts_max: mostHalts } = streaks[mode];
          const name = mode.toUpperCase();
          return (
            <div key={mode} className="flex flex-col gap-1">
              <dt className="text-fg2">
                Losses in a row <span className={mode === 'live' ? 'text-live' : 'text-paper'}>{name}</span>
              </dt>
              <dd className="flex flex-col gap-1">
                <span className="flex justify-between gap-2 text-fg3">
                  <b className="font-[550] text-fg1">{`${losses} of ${most}`}</b>
                  {`halts ${halts} of ${mostHalts}`}
                </span>
                <Meter
                  label={`Losses in a row ${name}`}
                  fraction={most === 0 ? null : losses / most}
                  tone={losses >= most ? 'danger' : losses > 0 ? 'warn' : 'info'}
                  text={`${losses} of ${most}`}
                />
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

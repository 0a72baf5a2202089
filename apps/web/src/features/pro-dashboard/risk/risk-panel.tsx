import { getRisk } from '@riptide/contracts/calls';
import { AgeTag } from '../../../shared/age-tag.tsx';
import { Loaded, SETTINGS_INTERVAL_MS } from '../../../shared/loaded.tsx';
import { useCall } from '../../../shared/use-call.ts';
import { ProPanel } from '../frame/pro-panel.tsx';
import { GuardForm } from './guard-form.tsx';
import { GuardLegend } from './guard-legend.tsx';
import { LossStreaks } from './loss-streaks.tsx';

/** The risk guard: break-even and trailing of every trade at once, and re-entries. */
export function RiskPanel() {
  const asked = useCall(getRisk, { intervalMs: SETTINGS_INTERVAL_MS });
  return (
    <ProPanel
      id="risk"
      age={<AgeTag atSeconds={asked.data?.atSeconds ?? null} intervalMs={SETTINGS_INTERVAL_MS} isShort />}
    >
      <Loaded asked={asked} what="the risk guard" rows={8}>
        {({ config, loss_streak: streak, atSeconds }) => (
          <>
            {(['paper', 'live'] as const).map((mode) =>
              streak[mode].is_halted ? (
                <p key={mode} role="status" className="px-3.5 pt-3 text-sm text-warn">
                  {`${mode.toUpperCase()}: new risk is halted after ${streak[mode].losses_max} losses in a row. Lifted ${streak[mode].lifts ?? 'later'}.`}
                </p>
              ) : null,
            )}
            <GuardForm
              config={config}
              loadedAtSeconds={atSeconds}
              onLoad={async () => (await asked.refetch({ throwOnError: true })).data?.config ?? config}
            />
            <LossStreaks streaks={streak} />
            <GuardLegend />
          </>
        )}
      </Loaded>
    </ProPanel>
  );
}

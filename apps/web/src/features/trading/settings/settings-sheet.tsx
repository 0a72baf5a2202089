import { ENGINE_NAMES, type EngineName } from '@riptide/contracts/calls';
import { Lock } from 'lucide-react';
import { ErrorState, LoadingRows } from '../../../shared/panel-states.tsx';
import { useEngineFeed } from '../../../shared/topic-feeds.ts';
import { useTradingStatus } from '../../../shared/trading-engine/use-trading-engine.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { useEngineSettings } from '../api/use-trading-facts.ts';
import { SettingsForm } from './settings-form.tsx';

interface SettingsSheetProps {
  readonly engine: EngineName | null;
  readonly onEngine: (engine: EngineName | null) => void;
}

const ENGINE_WORDS: Readonly<Record<EngineName, string>> = { pas_trader: 'PAS Trader', oraculis: 'Oraculis' };

/** All settings of both engines. */
export function SettingsSheet({ engine, onEngine }: SettingsSheetProps) {
  return (
    <Sheet open={engine !== null} onOpenChange={(isOpen) => !isOpen && onEngine(null)} title="Engine settings">
      {engine === null ? null : (
        <div className="flex flex-col gap-3 px-4 py-3.5">
          <Segmented
            label="Engine"
            isWide
            value={engine}
            onChange={onEngine}
            segments={ENGINE_NAMES.map((value) => ({ value, label: ENGINE_WORDS[value] }))}
          />
          <Content key={engine} engine={engine} />
        </div>
      )}
    </Sheet>
  );
}

function Content({ engine }: { engine: EngineName }) {
  const query = useEngineSettings(engine);
  const running = useEngineFeed()?.engines[engine]?.running;
  const active = useTradingStatus().data?.active;
  const isLocked = running ?? (engine === 'pas_trader' && active === true);
  if (query.data) {
    return (
      <>
        {isLocked ? (
          <p role="status" className="flex items-center gap-2 text-[12px] text-fg2">
            <Lock size={13} aria-hidden />
            {`${ENGINE_WORDS[engine]} runs: its settings are locked until it is stopped.`}
          </p>
        ) : null}
        <SettingsForm engine={engine} settings={query.data.settings} isLocked={isLocked} />
        <p className="text-2xs text-fg3">{`Settings ${query.data.settings_hash}. A verdict of the lab is bound to them.`}</p>
      </>
    );
  }
  if (query.isError)
    return (
      <ErrorState error={query.error} fallback="Failed to load the settings" onRetry={() => void query.refetch()} />
    );
  return <LoadingRows rows={12} label="Loading the settings" />;
}

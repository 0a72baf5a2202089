import { useState } from 'react';
import { useProAddress } from '../frame/pro-address.ts';
import { ProPanel } from '../frame/pro-panel.tsx';
import { filterFields, openRow } from '../audit/model/audit-search.ts';
import { PickedDiff } from './components/picked-diff.tsx';
import { TailBanner } from './components/tail-banner.tsx';
import { TailControls } from './components/tail-controls.tsx';
import { TailStateTag } from './components/tail-state-tag.tsx';
import { TailTable } from './components/tail-table.tsx';
import { NO_PICKS, pickNext, type Picks } from './model/picks.ts';
import type { TailGap, TailItem } from './model/tail-rows.ts';
import { parseTailSearch, tailFields } from './model/tail-search.ts';
import { useAuditTail } from './use-audit-tail.ts';

/** Everything that is written to the audit log, as it is written. */
export function TailPanel() {
  const { raw, change } = useProAddress();
  const search = parseTailSearch(raw);
  const { tail, state } = useAuditTail(search);
  const [picks, setPicks] = useState<Picks>(NO_PICKS);
  const togglePause = (): void => (state.phase === 'paused' ? tail.resume() : tail.pause());
  const open = (item: TailItem): void =>
    change(openRow(item.kind === 'trade' ? 'trades' : 'events', item.id), { isStep: true });
  const openGap = ({ afterTs, ts }: TailGap): void =>
    change({ ...filterFields({ from: afterTs, to: ts }), auditId: undefined, panel: 'audit' }, { isStep: true });
  return (
    <ProPanel id="tail" note={<TailStateTag tail={tail} state={state} />}>
      <TailControls
        search={search}
        isPaused={state.phase === 'paused'}
        hasRows={state.rows.length > 0}
        onChange={(part) => change(tailFields(part))}
        onTogglePause={togglePause}
        onClear={() => tail.clear()}
      />
      <TailBanner tail={tail} state={state} />
      <TailTable
        state={state}
        cap={search.cap}
        picks={picks}
        onPick={(item) => setPicks(pickNext(picks, item))}
        onPickAs={(place, item) => setPicks({ ...picks, [place]: item })}
        onOpen={open}
        onOpenGap={openGap}
        onTogglePause={togglePause}
      />
      <PickedDiff picks={picks} onClear={() => setPicks(NO_PICKS)} />
    </ProPanel>
  );
}

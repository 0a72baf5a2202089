import { Suspense, useEffect, useRef, type ReactNode } from 'react';
import { useHotkeys } from '../../lib/hotkeys.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { LoadingRows } from '../../shared/panel-states.tsx';
import { Panel } from '../../shared/panel.tsx';
import { useFocusedPanel } from './frame/focused-panel.ts';
import { setCollapsed } from './frame/collapsed.ts';
import { JumpChips } from './frame/jump-chips.tsx';
import { PageCycle } from './frame/page-cycle.tsx';
import { PRO_PANELS, SPANS, panelDomId, panelNamed, titleOf, type ProPanelId } from './frame/panels.ts';
import { useProAddress } from './frame/pro-address.ts';
import { useCurrentPanel } from './frame/use-current-panel.ts';
import { useJumpedPanel } from './frame/use-jumped-panel.ts';
import { PANEL_PARTS } from './pro-panels.ts';

const MomentSheet = lazyPart(() => import('./moment/moment-sheet.tsx').then((part) => part.MomentSheet));

interface ProDashboardViewProps {
  /** The funding carry planner with its rounds: a feature of its own, placed by the app. */
  readonly carry: ReactNode;
}

/** The pro dashboard: fifteen panels in the order of the document, chips to jump, one panel alone on F. */
export function ProDashboardView({ carry }: ProDashboardViewProps) {
  const { raw, change } = useProAddress();
  const { focused, setFocused } = useFocusedPanel();
  const grid = useRef<HTMLDivElement>(null);
  const current = useCurrentPanel(grid, focused === null);
  const [jumped, setJumped] = useJumpedPanel();
  const wanted = panelNamed(raw['panel']) ?? (raw['auditId'] === undefined ? null : 'audit');
  const pointed = useRef<ProPanelId | null>(null);
  const panels = PRO_PANELS.filter(({ id }) => id === 'carry' || PANEL_PARTS[id] !== undefined);
  const jump = (id: ProPanelId): void => {
    if (focused !== null && focused !== id) setFocused(null);
    setCollapsed(id, false);
    change({ panel: id });
    showPanel(id);
    setJumped(id);
  };
  useHotkeys({
    f: () => setFocused(focused === null ? (panelOfFocus() ?? pointed.current ?? jumped ?? current) : null),
    ...(focused === null ? {} : { Escape: () => setFocused(null) }),
  });
  useEffect(() => {
    if (wanted !== null) showPanel(wanted);
  }, [wanted]);
  const shown = focused === null ? panels : panels.filter(({ id }) => id === focused);
  return (
    <>
      <div className="mb-1 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1.5">
        <h1 className="text-lg font-[640] tracking-tight">Pro Dashboard</h1>
        <span className="text-sm text-fg3 max-sm:hidden">Advanced trading controls</span>
        <span className="flex-1" />
        <PageCycle />
      </div>
      <JumpChips panels={panels} current={focused ?? jumped ?? current} onJump={jump} />
      <div
        ref={grid}
        className="grid grid-cols-12 gap-3 max-sm:gap-2.5"
        onPointerOver={({ target }) => {
          pointed.current = panelNamed((target as Element).closest<HTMLElement>('[data-panel]')?.dataset['panel']);
        }}
      >
        {shown.map(({ id }) => (
          <Suspense key={id} fallback={<Placeholder id={id} />}>
            {id === 'carry' ? carry : <Part id={id} />}
          </Suspense>
        ))}
      </div>
      {raw['moment'] === undefined ? null : (
        <Suspense fallback={null}>
          <MomentSheet />
        </Suspense>
      )}
    </>
  );
}

function Part({ id }: { id: ProPanelId }) {
  const Content = PANEL_PARTS[id];
  return Content === undefined ? null : <Content />;
}

/** Rows in the height of what is much higher than the others. */
const ROWS_OF: Partial<Record<ProPanelId, number>> = { engines: 18, venues: 8 };

/** Holds a panel's place while its part is loaded. */
function Placeholder({ id }: { id: ProPanelId }) {
  return (
    <div id={panelDomId(id)} data-panel={id} className={SPANS[id]}>
      <Panel title={titleOf(id)}>
        <LoadingRows rows={ROWS_OF[id] ?? 6} label={`Loading ${titleOf(id)}`} />
      </Panel>
    </div>
  );
}

function showPanel(id: ProPanelId): void {
  document.getElementById(panelDomId(id))?.scrollIntoView({ block: 'start' });
}

/** The panel the keyboard is in. */
function panelOfFocus(): ProPanelId | null {
  return panelNamed(document.activeElement?.closest<HTMLElement>('[data-panel]')?.dataset['panel']);
}

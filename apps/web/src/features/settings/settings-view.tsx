import { useState, type ReactNode } from 'react';
import type { KeyGroup } from '../../shared/key-list.tsx';
import { cn } from '../../ui/cn.ts';
import { Tag } from '../../ui/tag.tsx';
import { AboutSection } from './components/about-section.tsx';
import { AppearanceSection } from './components/appearance-section.tsx';
import { DataSection } from './components/data-section.tsx';
import { HelpSection } from './components/help-section.tsx';
import { KeyboardSection } from './components/keyboard-section.tsx';
import { NotificationsSection } from './components/notifications-section.tsx';
import { RiskSection } from './components/risk-section.tsx';
import { SecuritySection } from './components/security-section.tsx';
import { SECTIONS, type SectionId, type SettingsSearch } from './model/settings-search.ts';
import { UnsavedProvider } from '../../shared/form/unsaved.tsx';

interface SettingsViewProps {
  readonly search: SettingsSearch;
  readonly onSearch: (search: SettingsSearch) => void;
  readonly keyGroups: readonly KeyGroup[];
  /** Told whenever something unsaved begins or ends. */
  readonly onUnsaved?: (names: readonly string[]) => void;
}

/** The settings page: its sections, and whether one holds what is not saved. */
export function SettingsView({ search, onSearch, keyGroups, onUnsaved }: SettingsViewProps) {
  const [unsaved, setUnsaved] = useState<readonly string[]>([]);
  const [tell] = useState(() => {
    const names = new Set<string>();
    return (name: string, isUnsaved: boolean): void => {
      if (names.has(name) === isUnsaved) return;
      if (isUnsaved) names.add(name);
      else names.delete(name);
      setUnsaved([...names]);
      onUnsaved?.([...names]);
    };
  });
  const current: SectionId = search.section ?? 'risk';
  const go = (section: SectionId): void => onSearch(section === 'risk' ? {} : { section });
  return (
    <UnsavedProvider value={tell}>
      <div className="mb-3 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1.5">
        <h1 className="text-lg font-[640] tracking-tight">Settings</h1>
        {unsaved.length > 0 ? <Tag tone="warn">Not saved: {unsaved.join(', ')}</Tag> : null}
      </div>
      <div className="grid items-start gap-3 lg:grid-cols-[minmax(180px,3fr)_minmax(0,13fr)]">
        <SectionNav current={current} onGo={go} />
        <div className="min-w-0">
          <SectionBody section={current} search={search} onSearch={onSearch} keyGroups={keyGroups} />
        </div>
      </div>
    </UnsavedProvider>
  );
}

function SectionNav({ current, onGo }: { current: SectionId; onGo: (section: SectionId) => void }) {
  return (
    <nav
      aria-label="Sections of the settings"
      className="flex min-w-0 gap-1 overflow-x-auto rounded-panel border border-line1 bg-bg1 p-1.5 lg:sticky lg:top-[calc(70px+var(--strip-height))] lg:flex-col"
    >
      {SECTIONS.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          aria-current={id === current ? 'page' : undefined}
          onClick={() => onGo(id)}
          className={cn(
            'min-h-8 rounded-ctl px-2.5 text-left text-sm font-[550] whitespace-nowrap text-fg2 hover:bg-bg2 hover:text-fg1 max-sm:min-h-11',
            id === current && 'bg-bg3 text-fg1',
          )}
        >
          {label}
        </button>
      ))}
    </nav>
  );
}

interface SectionBodyProps extends Pick<SettingsViewProps, 'search' | 'onSearch' | 'keyGroups'> {
  readonly section: SectionId;
}

function SectionBody({ section, search, onSearch, keyGroups }: SectionBodyProps): ReactNode {
  switch (section) {
    case 'risk':
      return <RiskSection />;
    case 'notifications':
      return <NotificationsSection />;
    case 'security':
      return <SecuritySection />;
    case 'appearance':
      return <AppearanceSection />;
    case 'data':
      return <DataSection />;
    case 'keyboard':
      return <KeyboardSection groups={keyGroups} />;
    case 'help':
      return (
        <HelpSection
          search={search.q ?? ''}
          onSearch={(q) => onSearch(q === '' ? { section: 'help' } : { section: 'help', q })}
        />
      );
    case 'about':
      return <AboutSection />;
  }
}

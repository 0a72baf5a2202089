import { setPreferences, usePreferences, type Preferences } from '../src/lib/preferences.ts';
import { Logo } from '../src/ui/logo.tsx';
import { Segmented } from '../src/ui/segmented.tsx';
import { ActionsSection } from './sections/actions-section.tsx';
import { ChartsSection } from './sections/charts-section.tsx';
import { FiguresSection } from './sections/figures-section.tsx';
import { FormsSection } from './sections/forms-section.tsx';
import { PanelsSection } from './sections/panels-section.tsx';
import { TablesSection } from './sections/tables-section.tsx';
import { TokensSection } from './sections/tokens-section.tsx';

const SECTIONS = [
  ['tokens', 'Colours and type'],
  ['figures', 'Figures, tags, ages'],
  ['panels', 'Panels and their states'],
  ['tables', 'Tables'],
  ['forms', 'Forms'],
  ['actions', 'Buttons, confirmations, layers'],
  ['charts', 'Charts'],
] as const;

/** Every piece of the design system on sample data, in the look chosen above. */
export function GalleryPage() {
  return (
    <>
      <header className="sticky top-0 z-30 flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line1 bg-bg0 px-5 py-2">
        <Logo size={22} />
        <h1 className="text-md font-semibold">Gallery</h1>
        <span className="flex-1" />
        <Looks />
      </header>
      <div className="mx-auto flex max-w-[1400px] flex-col gap-8 px-5 py-4 max-sm:px-3">
        <nav aria-label="Sections" className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {SECTIONS.map(([id, title]) => (
            <a key={id} href={`#${id}`} className="inline-flex min-h-6 min-w-6 items-center text-accent underline">
              {title}
            </a>
          ))}
        </nav>
        <main className="flex min-w-0 flex-col gap-8">
          <TokensSection />
          <FiguresSection />
          <PanelsSection />
          <TablesSection />
          <FormsSection />
          <ActionsSection />
          <ChartsSection />
        </main>
      </div>
    </>
  );
}

function Looks() {
  const { theme, density, pnl } = usePreferences();
  return (
    <>
      <Segmented<Preferences['theme']>
        label="Theme"
        value={theme}
        segments={[
          { value: 'dark', label: 'Dark' },
          { value: 'light', label: 'Light' },
        ]}
        onChange={(next) => setPreferences({ theme: next })}
      />
      <Segmented<Preferences['density']>
        label="Density"
        value={density}
        segments={[
          { value: 'compact', label: 'Compact' },
          { value: 'default', label: 'Default' },
          { value: 'comfortable', label: 'Comfortable' },
        ]}
        onChange={(next) => setPreferences({ density: next })}
      />
      <Segmented<Preferences['pnl']>
        label="Up and down"
        value={pnl}
        segments={[
          { value: 'standard', label: 'Standard' },
          { value: 'reversed', label: 'Reversed' },
          { value: 'cb', label: 'Blue/orange' },
          { value: 'mono', label: 'Mono' },
        ]}
        onChange={(next) => setPreferences({ pnl: next })}
      />
    </>
  );
}

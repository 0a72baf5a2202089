export const SECTIONS = [
  { id: 'risk', label: 'Risk Management' },
  { id: 'notifications', label: 'Notifications' },
  { id: 'security', label: 'Security' },
  { id: 'appearance', label: 'Appearance' },
  { id: 'data', label: 'Data and export' },
  { id: 'keyboard', label: 'Keyboard' },
  { id: 'help', label: 'Help' },
  { id: 'about', label: 'About' },
] as const;
export type SectionId = (typeof SECTIONS)[number]['id'];

/** What of the page stands in its address; absent is the first section. */
export interface SettingsSearch {
  readonly section?: Exclude<SectionId, 'risk'>;
  /** What is looked for in the glossary. */
  readonly q?: string;
}

/** Reads the page's part of an address; whatever is unknown falls back to its default. */
export function parseSettingsSearch(raw: Readonly<Record<string, unknown>>): SettingsSearch {
  const section = SECTIONS.find(({ id }) => id === raw['section'])?.id;
  const q = typeof raw['q'] === 'string' ? raw['q'].slice(0, 80) : '';
  return {
    ...(section === undefined || section === 'risk' ? {} : { section }),
    ...(section === 'help' && q !== '' ? { q } : {}),
  };
}

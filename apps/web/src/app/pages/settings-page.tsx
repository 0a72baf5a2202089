import { useBlocker, useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { KEY_GROUPS } from '../../features/shell/key-groups.ts';
import { parseSettingsSearch, type SettingsSearch } from '../../features/settings/model/settings-search.ts';
import { SettingsView } from '../../features/settings/settings-view.tsx';
import { LeaveDialog } from '../../shared/leave-dialog.tsx';

/** The settings page with its section in the address; who leaves with something unsaved is asked first. */
export default function SettingsPage() {
  const raw = useLocation({ select: (location) => location.searchStr });
  const search = parseSettingsSearch(Object.fromEntries(new URLSearchParams(raw)));
  const navigate = useNavigate();
  const [unsaved, setUnsaved] = useState<readonly string[]>([]);
  const isUnsaved = unsaved.length > 0;
  const leave = useBlocker({
    shouldBlockFn: () => isUnsaved,
    enableBeforeUnload: isUnsaved,
    disabled: !isUnsaved,
    withResolver: true,
  });
  const onSearch = (next: SettingsSearch): void => {
    // Another section is a step back can undo; typing in the glossary is not.
    const isStep = next.section !== search.section;
    void navigate({ to: '/app/settings', search: next, replace: !isStep, resetScroll: isStep });
  };
  return (
    <>
      <SettingsView search={search} onSearch={onSearch} keyGroups={KEY_GROUPS} onUnsaved={setUnsaved} />
      <LeaveDialog leave={leave} unsaved={unsaved} />
    </>
  );
}

import { panelNamed, type ProPanelId } from './panels.ts';
import { useProAddress } from './pro-address.ts';

interface FocusedPanel {
  /** The panel that fills the page alone, null while all are shown. */
  readonly focused: ProPanelId | null;
  readonly setFocused: (id: ProPanelId | null) => void;
}

/** The panel shown alone; it stands in the address, so that Back leaves it and a link shares it. */
export function useFocusedPanel(): FocusedPanel {
  const { raw, change } = useProAddress();
  return {
    focused: panelNamed(raw['focus']),
    setFocused: (id) => change({ focus: id ?? undefined }, { isStep: id !== null }),
  };
}

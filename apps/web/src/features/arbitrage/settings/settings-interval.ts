/** Another browser's change of the settings shows within this time. */
export const SETTINGS_INTERVAL_MS = 30_000;

import type { ComponentType } from 'react';
import type { ProPanelId } from './frame/panels.ts';

/** What stands in each panel's place; each part is loaded on its own, after the frame is drawn. */
export const PANEL_PARTS: Partial<Record<ProPanelId, ComponentType>> = {};

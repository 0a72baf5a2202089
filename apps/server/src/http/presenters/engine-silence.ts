import type { EngineLink } from '../../link/engine-link.ts';

/** Returns in words that the engine does not answer and how old what is known is; null while it answers. */
export function engineSilence(link: EngineLink): string | null {
  if (link.isConnected) return null;
  if (link.lastHeardMs === null) return 'The engine is not answering';
  return `The engine is not answering; data are from ${new Date(link.lastHeardMs).toISOString().slice(11, 19)} UTC`;
}

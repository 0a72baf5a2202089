import { binanceFacts } from './binance-facts.ts';
import { bybitFacts } from './bybit-facts.ts';
import { kucoinFacts } from './kucoin-facts.ts';
import type { FrameFacts, Json } from './frame-facts-types.ts';
import { okxFacts } from './okx-facts.ts';

/** Returns what a frame is, `dialogue` for acks and pongs, or null for a frame of no known venue. */
export function frameFacts(frame: unknown): FrameFacts | 'dialogue' | null {
  if (frame === null || typeof frame !== 'object') return null;
  const json = frame as Json;
  return binanceFacts(json) ?? bybitFacts(json) ?? okxFacts(json) ?? kucoinFacts(json);
}

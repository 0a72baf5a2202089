import type { TriggerInput } from '../trigger-facts.ts';
import { answer, atLeast, atMost, type GateAnswer } from './gate.ts';

/** What decides whether an instrument is worth trading at all. */
export type UniverseInput = Pick<TriggerInput, 'market' | 'settings'>;

/** Blocks what its venue listed lately, or does not say when. */
export const universeAgeGate = ({ market, settings }: UniverseInput): GateAnswer =>
  settings.minListedDays === 0
    ? answer('universe-age', true, 'the age is not asked for')
    : atLeast('universe-age', {
        what: 'listed for',
        value: market.listedDays,
        bound: settings.minListedDays,
        unit: 'days',
      });

/** Blocks what is hardly traded. */
export const universeVolumeGate = ({ market, settings }: UniverseInput): GateAnswer =>
  settings.minDayVolumeUsd === 0
    ? answer('universe-volume', true, 'the volume is not asked for')
    : atLeast('universe-volume', {
        what: '24 h volume',
        value: market.dayQuoteVolume,
        bound: settings.minDayVolumeUsd,
        unit: 'USD',
      });

/** Blocks what moved too far within a day, up or down. */
export const universeChangeGate = ({ market, settings }: UniverseInput): GateAnswer =>
  atMost('universe-change', {
    what: '24 h change, either way,',
    value: Math.abs(market.dayChangeFrac) * 100,
    bound: settings.maxDayChangeFrac * 100,
    unit: '%',
  });

/** Returns whether an instrument passes the gates of the universe, and what they said in words. */
export function judgeUniverse(input: UniverseInput): { readonly ok: boolean; readonly reason: string } {
  const answers = [universeAgeGate(input), universeVolumeGate(input), universeChangeGate(input)];
  return { ok: answers.every(({ ok }) => ok), reason: answers.map((each) => each.told().detail).join('; ') };
}

import { answer, atLeast, atMost, type TriggerGate } from './gate.ts';

/** Blocks what its venue listed lately, or does not say when. */
export const universeAgeGate: TriggerGate = ({ market, settings }) =>
  settings.minListedDays === 0
    ? answer('universe-age', true, 'the age is not asked for')
    : atLeast('universe-age', {
        what: 'listed for',
        value: market.listedDays,
        bound: settings.minListedDays,
        unit: 'days',
      });

/** Blocks what is hardly traded. */
export const universeVolumeGate: TriggerGate = ({ market, settings }) =>
  settings.minDayVolumeUsd === 0
    ? answer('universe-volume', true, 'the volume is not asked for')
    : atLeast('universe-volume', {
        what: '24 h volume',
        value: market.dayQuoteVolume,
        bound: settings.minDayVolumeUsd,
        unit: 'USD',
      });

/** Blocks what moved too far within a day, up or down. */
export const universeChangeGate: TriggerGate = ({ market, settings }) =>
  atMost('universe-change', {
    what: '24 h change, either way,',
    value: Math.abs(market.dayChangeFrac) * 100,
    bound: settings.maxDayChangeFrac * 100,
    unit: '%',
  });

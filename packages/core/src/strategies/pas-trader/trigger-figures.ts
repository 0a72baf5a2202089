import { armTable, type ArmFault, type ArmTable } from './arm-figures.ts';
import { fadeFault, followFault } from './direction-faults.ts';
import { priceFigures, type PriceFigures } from './price-figures.ts';
import type { TriggerInput } from './trigger-facts.ts';

/** The figures that gates, arms and features share. */
export interface TriggerFigures extends PriceFigures {
  readonly armTable: ArmTable;
  /** What speaks against each direction; null when the displacement suits it. */
  readonly faults: { readonly fade: ArmFault; readonly follow: ArmFault };
}

/** Computes what several parts of a judgement need. */
export function triggerFigures(input: TriggerInput): TriggerFigures {
  const prices = priceFigures(input);
  const faults = { fade: fadeFault(input, prices), follow: followFault(input, prices) };
  return { ...prices, armTable: armTable(input.settings, input.facts), faults };
}

/** One try to close what a leg holds. */
export type LadderStep = { readonly kind: 'ioc'; readonly throughBps: number } | { readonly kind: 'market' };

/** IOC 5 bps through the best price, then 20 bps, then at the market. */
const STEPS: readonly LadderStep[] = [
  { kind: 'ioc', throughBps: 5 },
  { kind: 'ioc', throughBps: 20 },
  { kind: 'market' },
];

/** Pauses after each try before the next, or before the leg counts as naked. */
const PAUSES_MS: readonly number[] = [250, 1_000, 3_000];

/** How many tries there are. */
export const LADDER_STEPS = STEPS.length;

/** Returns try `step`, 1 to 3. @throws Error `Invariant: …` for any other. */
export function ladderStep(step: number): LadderStep {
  const found = STEPS[step - 1];
  if (found === undefined) throw new Error(`Invariant: try ${step} is not 1..${LADDER_STEPS}`);
  return found;
}

/** Returns how long to wait after try `step`; 0 before the first. */
export function ladderPauseMs(step: number): number {
  return PAUSES_MS[step - 1] ?? 0;
}

import type { getKillEstimate, RouteOutput } from '@riptide/contracts/calls';

export type KillLevel = 1 | 2 | 3;
export type KillEstimate = RouteOutput<typeof getKillEstimate>;

/** What an operator is told of a level before it is chosen. */
export interface LevelWords {
  readonly title: string;
  readonly tag: string;
  readonly text: string;
}

/** Words the three levels with what stands now; without an estimate the figures are unknown, never zero. */
export function wordLevels(
  estimate: KillEstimate | undefined,
  cost: (usd: number) => string,
): Record<KillLevel, LevelWords> {
  const orders = estimate?.entries.reduce((sum, { count }) => sum + count, 0);
  const where = (estimate?.entries ?? [])
    .filter(({ count }) => count > 0)
    .map(({ venue, count }) => `${venue} ${count}`);
  const resting =
    orders === undefined
      ? 'Also cancels resting orders on every venue.'
      : orders === 0
        ? 'No order rests now; any that does is cancelled.'
        : `Also cancels resting orders on ${where.join(', ')}.`;
  return {
    1: {
      title: 'Stop engines',
      tag: 'instant',
      text: 'PAS Trader, Oraculis and the arbitrage scanner stop opening trades. Positions keep their stops and targets.',
    },
    2: {
      title: 'Stop and cancel open orders',
      tag: countWord(orders, 'order'),
      text: `${resting} Protective stops stay.`,
    },
    3: {
      title: 'Stop, cancel and close all positions',
      tag: countWord(estimate?.positions.length, 'position'),
      text: `Reduce-only market orders. ${wordCost(estimate, cost)}`,
    },
  };
}

function countWord(count: number | undefined, noun: string): string {
  return count === undefined ? `— ${noun}s` : `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function wordCost(estimate: KillEstimate | undefined, cost: (usd: number) => string): string {
  if (estimate === undefined) return 'The cost is not known yet.';
  const { unknown, cost_usd, positions } = estimate;
  if (positions.length === 0) return 'No position is open now.';
  if (unknown === positions.length) return 'Their cost can not be estimated now.';
  const rest = unknown === 0 ? '' : ` ${countWord(unknown, 'position')} can not be estimated.`;
  return `Estimated cost ${cost(cost_usd)} fees and slippage.${rest}`;
}

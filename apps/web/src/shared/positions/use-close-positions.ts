import {
  getAdvancedStatus,
  getPortfolioPositions,
  getTradingPositions,
  getTradingStatus,
  managePositions,
  type RouteOutput,
} from '@riptide/contracts/calls';
import { useCommand } from '../use-command.ts';

const REFRESH = [getPortfolioPositions, getTradingPositions, getAdvancedStatus, getTradingStatus] as const;

type Closed = RouteOutput<typeof managePositions>;

/** Says what the server closes, and by name what it could not. */
function wordClosed({ message, failed }: Pick<Closed, 'message' | 'failed'>): string {
  return failed.length === 0 ? message : `${message}; not closed: ${failed.join('; ')}`;
}

/** Closes one position, those in profit, or all. */
export function useClosePositions(onDone?: () => void) {
  return useCommand(managePositions, {
    done: wordClosed,
    failed: 'Failed to close',
    refresh: REFRESH,
    ...(onDone === undefined ? {} : { onDone }),
  });
}

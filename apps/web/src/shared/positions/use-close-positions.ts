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

/** Closes one position, those in profit, or all. `onSent` is told when it is done, or may have been: a second one would be too much. */
export function useClosePositions(onSent?: () => void) {
  return useCommand(managePositions, {
    done: wordClosed,
    failed: 'Failed to close',
    refresh: REFRESH,
    ...(onSent === undefined ? {} : { onSent }),
  });
}

import { getAdvancedStatus, getEngineStatus, getTradingStatus } from '@riptide/contracts/calls';

/** What is asked anew after an engine was started or stopped. */
export const ENGINE_REFRESH = [getEngineStatus, getTradingStatus, getAdvancedStatus] as const;

export type { SimAccountControl } from './account/control-model.ts';
export type { CallFaultPlan, EventFaultPlan, PrivateFaultControl } from './account/fault-desk.ts';
export type { SimAccounts, SimKey, SimPocket } from './account/model.ts';
export type { Truth } from './account/truth.ts';
export type { FrameFault, PublicFaults, VenueSim, VenueSimOptions } from './faults-public.ts';
export type { Replay } from './replay/open-replay.ts';
export type { ReplayedChannel, ReplayReport } from './replay/replay-desk.ts';
export type { ReplayProtocol } from './replay/replay-protocol.ts';
export { startVenueSim } from './start-venue-sim.ts';

export type { FrameFault, PublicFaults, VenueSim, VenueSimOptions } from './faults-public.ts';
export { startVenueSim } from './start-venue-sim.ts';

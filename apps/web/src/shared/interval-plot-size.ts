/** Height of a row of an interval plot. */
export const TRACK_PX = 22;
const AXIS_PX = 20;

/** Gives the height a plot of so many rows takes, so that nothing moves when it is there. */
export function intervalPlotHeightPx(rows: number): number {
  return rows * TRACK_PX + AXIS_PX;
}

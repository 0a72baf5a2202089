/** Stands for the rows above or below those in sight. */
export function SpacerRow({ heightPx }: { heightPx: number }) {
  return heightPx > 0 ? <tr aria-hidden style={{ height: heightPx }} /> : null;
}

/** A grey bar of the size of what is coming. */
export function Skeleton({ width, height = 12 }: { width: number | string; height?: number }) {
  return <span aria-hidden className="skeleton block max-w-full" style={{ width, height }} />;
}

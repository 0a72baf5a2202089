import { TriangleAlert } from 'lucide-react';

/** Warns of a spread so wide that the two symbols may be two coins. */
export function MappingDoubt() {
  return (
    <span className="text-warn" title="Over 300 bps: check symbol mapping">
      <TriangleAlert size={13} aria-hidden />
      <span className="sr-only">check symbol mapping</span>
    </span>
  );
}

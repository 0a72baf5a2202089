import { useId } from 'react';

/** The product's mark; decorative, the name stands beside it. Drawn in the page, so that it is there with the first paint. */
export function Logo({ size = 26 }: { size?: number }) {
  const fill = useId();
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden className="flex-none">
      <linearGradient id={fill} x2="1" y2="1">
        <stop stopColor="#5566F0" />
        <stop offset="1" stopColor="#8A5CF6" />
      </linearGradient>
      <rect width="32" height="32" rx="8" fill={`url(#${fill})`} />
      <g fill="none" stroke="#fff" strokeWidth="2.4" strokeLinecap="round">
        <circle cx="16" cy="16" r="8.5" />
        <path d="M16 5.5v5M16 21.5v5M5.5 16h5M21.5 16h5" />
      </g>
    </svg>
  );
}

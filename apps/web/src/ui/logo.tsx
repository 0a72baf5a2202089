/** The product's mark; decorative, the name stands beside it. */
export function Logo({ size = 26 }: { size?: number }) {
  return <img src="/favicon.svg" width={size} height={size} alt="" className="flex-none" />;
}

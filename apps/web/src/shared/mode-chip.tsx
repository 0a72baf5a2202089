/** The word PAPER or LIVE inside a button that sends orders; nothing while it is not known. */
export function ModeChip({ execution }: { execution: 'paper' | 'live' | null }) {
  if (execution === null) return null;
  return (
    <span className="rounded-[3px] bg-[rgb(0_0_0/0.62)] px-[3px] text-[9px] leading-[14px] font-bold text-white">
      {execution.toUpperCase()}
    </span>
  );
}

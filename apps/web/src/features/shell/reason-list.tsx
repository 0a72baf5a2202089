/** Why the platform is not as it should be, a line each. */
export function ReasonList({ reasons }: { reasons: readonly string[] }) {
  return (
    <span className="flex flex-col gap-1">
      {reasons.map((reason) => (
        <span key={reason}>{reason}</span>
      ))}
    </span>
  );
}

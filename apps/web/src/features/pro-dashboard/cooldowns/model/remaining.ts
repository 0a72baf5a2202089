interface Running {
  readonly remaining_seconds: number;
  readonly total_duration: number;
}

/** Gives what is left of a cooldown so long after it was told, in whole seconds, never less than none. */
export function remainingSeconds({ remaining_seconds: told }: Running, ageMs: number): number {
  return Math.max(0, Math.ceil(told - ageMs / 1000));
}

/** Gives what is left as a share of the whole, 0 to 1. */
export function remainingShare(running: Running, ageMs: number): number {
  if (running.total_duration <= 0) return 0;
  return Math.min(1, remainingSeconds(running, ageMs) / running.total_duration);
}

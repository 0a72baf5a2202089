/** Why a request was refused before it reached a call. */
export const WIRE_REFUSALS = [
  'late',
  'headers_too_large',
  'body_too_large',
  'not_http',
  'tls',
  'too_many_connections',
] as const;
export type WireRefusal = (typeof WIRE_REFUSALS)[number];

/** Counts refusals by their reason, since the start of the process. */
export class RefusalCounts {
  private readonly byReason = new Map<WireRefusal, number>();

  add(reason: WireRefusal): void {
    this.byReason.set(reason, this.of(reason) + 1);
  }

  of(reason: WireRefusal): number {
    return this.byReason.get(reason) ?? 0;
  }
}

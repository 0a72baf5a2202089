/** How one armed fault fares; the same object for as long as it is of interest. */
export interface ArmedFault {
  /** How often it has struck. */
  readonly fired: number;
  /** How often it may still strike: Infinity until healed, 0 when used up or disarmed. */
  readonly left: number;
}

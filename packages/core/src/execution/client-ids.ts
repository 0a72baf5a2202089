/** What a client order id of ours says. */
export interface ClientIdParts {
  readonly intentId: string;
  readonly leg: number;
  readonly attempt: number;
}

const PREFIX = 'P';
/** One base-36 digit each: legs and attempts of one intent. */
const DIGIT_MAX = 35;
const INTENT_ID = /^[A-Za-z0-9]{1,16}$/;
const OURS = /^P([A-Za-z0-9]{1,16})([0-9a-z])([0-9a-z])$/;

/**
 * Returns `P<intent><leg><attempt>`: at most 19 of the 32 letters and digits that all four venues take.
 *
 * @throws Error `Invariant: …` when a part is out of range.
 */
export function clientOrderId(intentId: string, leg: number, attempt: number): string {
  if (!INTENT_ID.test(intentId))
    throw new Error(`Invariant: intent id ${JSON.stringify(intentId)} is not 1..16 letters and digits`);
  return `${PREFIX}${intentId}${digit(leg, 'leg')}${digit(attempt, 'attempt')}`;
}

/** Returns what a client order id says, or null when it is not of our making. */
export function parseClientOrderId(text: string): ClientIdParts | null {
  const match = OURS.exec(text);
  if (match === null) return null;
  const [, intentId = '', leg = '', attempt = ''] = match;
  return { intentId, leg: Number.parseInt(leg, 36), attempt: Number.parseInt(attempt, 36) };
}

/** Returns true for ids of our making: such an order is ours even when the journal has lost it. */
export function isOurs(clientOrderId: string | null): boolean {
  return clientOrderId !== null && OURS.test(clientOrderId);
}

function digit(value: number, name: string): string {
  if (!Number.isInteger(value) || value < 0 || value > DIGIT_MAX) {
    throw new Error(`Invariant: ${name} ${value} is not 0..${DIGIT_MAX}`);
  }
  return value.toString(36);
}

/** The gate password that a journey changes to, and back. */
export const OTHER_PASSWORD = 'another sesame for tests';

/** The gate password the product under test was started with. */
export function gatePassword(): string {
  const password = process.env['E2E_GATE_PASSWORD'];
  if (password === undefined) throw new Error('Invariant: the configuration chose no gate password');
  return password;
}

import { vi } from 'vitest';

/** The runner's own limit is a second, which a busy machine may sleep through; below the timeout of a test, so that the wait is named. */
const TIMEOUT_MS = 15_000;

type WaitFor = typeof vi.waitFor;

const PATIENT = Symbol.for('riptide.patient-waits');
const known = vi as typeof vi & { [PATIENT]?: true };

// A worker runs this before each of its files.
if (known[PATIENT] !== true) {
  const waitFor = vi.waitFor;
  const patient: WaitFor = (callback, options = {}) =>
    waitFor(callback, typeof options === 'number' ? options : { timeout: TIMEOUT_MS, ...options });
  Object.assign(known, { waitFor: patient, [PATIENT]: true });
}

import { fuzzPart, type FuzzPart } from './fuzz-part.ts';

/** One part of a run, in a process of its own; see `run.ts`. */
process.once('message', (part: FuzzPart) => {
  const results = fuzzPart(part, () => undefined);
  process.send?.(results, () => process.disconnect());
});

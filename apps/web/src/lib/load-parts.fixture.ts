import { beforeAll } from 'vitest';

// What a running app loads at rest is there before the first test: a click finds its dialog.
beforeAll(async () => {
  // WHY: asked for here, it is the module that the file of the test has.
  const { loadAllParts } = await import('./lazy-part.tsx');
  await loadAllParts();
});

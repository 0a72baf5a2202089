import { beforeAll } from 'vitest';
import { loadAllParts } from './lazy-part.tsx';

// What a running app loads at rest is there before the first test: a click finds its dialog.
beforeAll(loadAllParts);

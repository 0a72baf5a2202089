import { describe, expect, it } from 'vitest';
import { seededRandom } from '@riptide/core/kernel';
import { DECODINGS } from './decodings.ts';
import { SocketFuzz } from './fuzz-venue.ts';
import { fixtureFrames, seedSockets } from './seeds.ts';

const FRAMES_EACH = 4_000;
const SEED = 20_261_128;

/**
 * In words: whatever is done to a frame, the byte templates tell what the key-driven readers tell of it, both tell what JSON.parse
 * says where that is defined, nothing throws, and each frame is counted once. `npm run prove -- decode-fuzz` is the long form.
 */
describe('the tiers of a decoder over changed frames', () => {
  it.each(seedSockets(fixtureFrames()))('tell the same, $venue $product', (socket) => {
    const fuzz = new SocketFuzz(socket.venue, DECODINGS[socket.venue], socket, seededRandom(SEED));
    fuzz.runSeeds();
    const known = fuzz.paths.size;
    fuzz.run(FRAMES_EACH);
    expect(fuzz.misses).toEqual([]);
    expect(fuzz.paths.size).toBeGreaterThan(known);
    expect(fuzz.count.compared).toBeGreaterThan(0);
  });
});

import { seededRandom, type Random } from '@riptide/core/kernel';

/** Returns a 32-bit hash of a seed and a name (FNV-1a). */
export function hashOf(seed: number, name: string): number {
  let hash = (0x811c9dc5 ^ (seed >>> 0)) >>> 0;
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193) >>> 0;
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d) >>> 0;
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** Returns the generator of one named part, so that parts don't disturb each other's draws. */
export function randomOf(seed: number, name: string): Random {
  return seededRandom(hashOf(seed, name));
}

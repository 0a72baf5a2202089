/**
 * What the engine's Node is started with: room for the compiler to put all of a frame's handling into one function.
 *
 * HOT: by Node's own limits (460 and 920 bytes of byte code) many of the readers' small functions stay calls. Measured in
 * bench/RESULTS.md; `npm run bench` runs with the same flags.
 */
export const ENGINE_FLAGS: readonly string[] = [
  '--max-inlined-bytecode-size=2000',
  '--max-inlined-bytecode-size-cumulative=6000',
];

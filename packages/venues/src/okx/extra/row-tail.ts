import type { PlainSource } from '../../kit/index.ts';

const CLOSE_ARRAY = 93;
const CLOSE_OBJECT = 125;
const TAIL_BYTES = 3;

/** True when the row, the list of rows and the frame end here: `}]}` and no byte more. */
export function isTailAt({ bytes, end }: PlainSource, pos: number): boolean {
  return (
    pos + TAIL_BYTES === end &&
    bytes[pos] === CLOSE_OBJECT &&
    bytes[pos + 1] === CLOSE_ARRAY &&
    bytes[pos + 2] === CLOSE_OBJECT
  );
}

import { atMost, deny, type Gate } from './decide.ts';
import { exact } from './request-figures.ts';

const GATE = 'book-age';

/** Blocks new risk on a book older than the limit, or on none that is verified. The limit itself is allowed; parts of a millisecond count whole. */
export const bookAgeGate: Gate = (request) => {
  const { bookAgeMs, limits } = request.view;
  if (bookAgeMs === null || !Number.isFinite(bookAgeMs)) return deny(GATE, 'there is no verified book');
  return atMost(
    GATE,
    'the book is',
    { value: exact(Math.ceil(bookAgeMs)), bound: exact(limits.bookAgeMsMax) },
    'ms old',
  );
};

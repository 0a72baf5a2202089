import { allow, deny, type Gate } from './decide.ts';

const GATE = 'journal';

/** Blocks new risk while the journal takes no records: an order that is not on disk first may be sent twice or forgotten. */
export const journalGate: Gate = (request) => {
  return request.view.isJournalOk ? allow(GATE, 'the journal writes') : deny(GATE, 'the journal does not write');
};

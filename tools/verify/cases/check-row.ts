import { framesOf, type CaseRow } from './case-row.ts';
import { checkForm } from './check-form.ts';
import { checkFrame, isNoFrame, productOf } from './check-frame.ts';
import { checkRest } from './check-rest.ts';
import { decodeFrames } from './decode-frames.ts';
import { expectationProblem, mustBeFrame, unknownFormReason } from './expectation.ts';
import { disagree, unsupported, type RowVerdict } from './verdict.ts';

const NOT_READ_YET: Readonly<Record<string, string>> = {
  'ws-private-push': 'private push: accounts and orders are not read yet',
  'ws-api-dialogue': 'orders and questions over the socket are not used',
};

/** Checks one row that stands alone. */
export function checkRow(row: CaseRow): RowVerdict {
  const problem = expectationProblem(row);
  if (problem !== null) return disagree(problem);
  const reason = NOT_READ_YET[row.kind];
  if (reason !== undefined) return unsupported(reason);
  if (row.kind.startsWith('rest')) return checkRest(row);
  if (row.kind !== 'ws-push' && row.kind !== 'ws-dialogue') return unsupported(`kind ${row.kind} is not known`);
  if (row.raw === undefined || row.raw === null) return disagree('raw is missing');
  const unknownForm = unknownFormReason(row);
  const frames = framesOf(row);
  if (frames.some((text) => isNoFrame(row.venue, text))) {
    if (mustBeFrame(row)) return disagree('frame not recognised');
    if (unknownForm !== null) return unsupported(unknownForm);
  }
  const decoded = decodeFrames(row.venue, productOf(row), frames);
  const verdicts = frames.map((text, at) => {
    const frame = decoded[at];
    if (frame === undefined) throw new Error('Invariant: a frame without an outcome');
    return checkFrame(row.venue, text, frame);
  });
  const wrong = verdicts.find(({ verdict }) => verdict === 'disagree');
  if (wrong !== undefined) return wrong;
  if (unknownForm !== null) return unsupported(unknownForm);
  const skipped = verdicts.find(({ verdict }) => verdict === 'unsupported');
  if (skipped !== undefined) return skipped;
  return checkForm(
    row,
    decoded.map(({ events }) => events),
  );
}

import type { CaseEvent } from './case-event.ts';
import type { CaseRow } from './case-row.ts';
import { checkAsserts } from './forms/asserts.ts';
import { checkTextAsserts } from './forms/text-asserts.ts';
import { checkUnicornFields } from './forms/unicorn-fields.ts';
import { agree, disagree, unsupported, type RowVerdict } from './verdict.ts';

/** Checks what another project says of the row, after the frame itself was read without loss. */
export function checkForm(row: CaseRow, byFrame: readonly (readonly CaseEvent[])[]): RowVerdict {
  const events = byFrame.flat();
  switch (row.expectedForm) {
    case 'asserts':
      return checkAsserts(row, byFrame);
    case 'unicorn-fy-fields':
      return checkUnicornFields(row, events);
    case 'rust-asserts':
    case 'rust-source':
    case 'java-asserts':
    case 'cpp-asserts':
    case 'go-source':
      return checkTextAsserts(row, events);
    case 'none':
    case 'csharp-call':
    case 'golden-after-go-struct':
      return agree();
    case 'tardis-normalized':
      return disagree('a row of a sequence without its sequence');
    default:
      return unsupported(`expected form ${row.expectedForm} is not known`);
  }
}

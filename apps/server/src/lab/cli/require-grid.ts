import { settingNames, subjectOf } from '../jobs/lab-strategies.ts';
import type { SearchCell } from '../jobs/search-cells.ts';
import { UsageError, type LabArgs } from './lab-args.ts';

/** @throws UsageError when an axis is no setting of the strategy, or a combination is none that it takes. */
export function requireGrid({
  strategy,
  axes,
  cells,
}: {
  readonly strategy: string;
  readonly axes: LabArgs['grid'];
  readonly cells: readonly SearchCell[];
}): void {
  const names = settingNames(strategy);
  for (const { field, values } of axes) {
    if (names.includes(field)) continue;
    throw new UsageError(`--grid: ${field}, read ${values.join(',')}, allowed is a setting: ${names.join(', ')}`);
  }
  for (const { request } of cells) {
    try {
      subjectOf(strategy, request);
    } catch (e) {
      if (e instanceof Error) throw new UsageError(e.message.replace(/^settings/u, '--grid'));
      throw e;
    }
  }
}

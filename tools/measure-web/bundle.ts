import { spawnSync } from 'node:child_process';
import type { Part, Row } from './measure.ts';

const LINE = /^(.+?)\s+([\d.]+) of (\d+)\s+(\S+)/;

/** What has to be loaded, by the check that every change passes. */
export const bundle: Part = {
  name: 'bundle',
  needsProduct: false,
  async measure(): Promise<readonly Row[]> {
    const { stdout } = spawnSync(process.execPath, ['tools/checks/check-bundle.mjs'], { encoding: 'utf8' });
    return stdout.split('\n').flatMap((line) => {
      const [, what, size, goal, verdict] = LINE.exec(line) ?? [];
      if (what === undefined) return [];
      const unit = what === 'font files' ? '' : ' kB';
      return [{ what, goal: `<= ${goal}${unit}`, measured: `${size}${unit}`, isMet: verdict === 'ok' }];
    });
  },
};

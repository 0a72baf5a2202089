import type { Config } from '../config/config.ts';
import type { ReadyFacts } from './process-supervisor.ts';

/** Returns the lines shown once when everything runs. */
export function readyBlock(version: string, config: Config, facts: ReadyFacts): string {
  const rows: (readonly [string, string])[] = [
    ['Open', facts.url],
    ['MARKET', config.market],
    ['EXECUTION', config.execution],
  ];
  if (facts.simulatorControlUrl !== null) {
    rows.push(['Sim control', `${facts.simulatorControlUrl}   (faults and truth of the simulated venues)`]);
  }
  if (facts.generatedPassword !== null) {
    rows.push(['Gate password', `${facts.generatedPassword}   (shown this once; only its hash is kept)`]);
  }
  const body = rows.map(([name, value]) => `  ${name.padEnd(15)}${value}`).join('\n');
  return `\n  Riptide ${version} is ready\n\n${body}\n\n`;
}

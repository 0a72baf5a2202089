import type { Config } from '../config/config.ts';
import { loadConfig, readEnvFile } from '../config/load-config.ts';

/** Returns the configuration of this process, or prints a line per bad variable and ends it with 1. */
export function requireConfig(): Config {
  const result = loadConfig(process.env, readEnvFile(process.cwd()), process.cwd());
  if (result.ok) return result.value;
  for (const line of result.error) process.stderr.write(`${line}\n`);
  return process.exit(1);
}

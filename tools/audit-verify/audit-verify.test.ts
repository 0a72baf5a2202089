import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditEvent, openAuditWorld, type AuditWorld } from '../../apps/server/src/audit/audit-world.fixture.ts';

const TOOL = fileURLToPath(new URL('../audit-verify.mjs', import.meta.url));

let world: AuditWorld;
beforeEach(async () => {
  world = await openAuditWorld();
  world.write(Array.from({ length: 20 }, () => auditEvent()));
});
afterEach(() => world.close());

function run(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [TOOL, ...args, '--data', world.dataDir], {
    encoding: 'utf8',
  });
  return { status, text: stdout + stderr };
}

describe('npm run audit:verify', () => {
  it('says that both chains are intact, and then names the first break and ends with 1', () => {
    const intact = run('verify');
    expect(intact).toMatchObject({ status: 0 });
    expect(intact.text).toMatch(/engine: intact: 20 rows \(1 to 20\).*hash [0-9a-f]{64}\n.*server: intact: 0 rows/);
    world.trading.prepare("update audit_event set payload = '{}' where id = 7").run();
    expect(run('verify')).toMatchObject({ status: 1, text: expect.stringContaining('engine: BROKEN at row 7') });
    expect(run('verify', '--chain', 'engine', '--from', '8', '--to', '12')).toMatchObject({ status: 0 });
    expect(run('verify', '--from', 'x')).toMatchObject({ status: 2 });
  }, 120_000);
});

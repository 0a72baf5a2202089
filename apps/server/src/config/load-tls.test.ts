import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadTls } from './load-tls.ts';
import { makeSelfSigned } from './self-signed.fixture.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'riptide-tls-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('certificate and key', () => {
  it('are refused in one line where the key may be read by others, is missing, or is none', () => {
    const files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') };
    expect(loadTls(files, Date.now())).toEqual({ ok: false, error: "CERT_FILE, KEY_FILE: can't be used: ENOENT" });
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    writeFileSync(files.keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o644 });
    chmodSync(files.keyFile, 0o644);
    expect(loadTls(files, Date.now())).toMatchObject({ ok: false, error: expect.stringContaining('Run: chmod 600') });
    chmodSync(files.keyFile, 0o600);
    writeFileSync(files.certFile, 'no certificate');
    expect(loadTls(files, Date.now())).toMatchObject({ ok: false, error: expect.stringContaining("can't be used") });
  });

  it('are taken where they fit, and refused by name where the key is of another certificate or its time is over', () => {
    const files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') };
    const [mine, other] = [makeSelfSigned(Date.now()), makeSelfSigned(Date.now())];
    writeFileSync(files.certFile, mine.cert);
    writeFileSync(files.keyFile, mine.key, { mode: 0o600 });
    expect(loadTls(files, Date.now())).toMatchObject({ ok: true });
    writeFileSync(files.keyFile, other.key, { mode: 0o600 });
    expect(loadTls(files, Date.now())).toEqual({
      ok: false,
      error: `KEY_FILE: ${files.keyFile} is not the key of the certificate in CERT_FILE ${files.certFile}`,
    });
    const old = makeSelfSigned(Date.now() - 30 * 86_400_000);
    writeFileSync(files.certFile, old.cert);
    writeFileSync(files.keyFile, old.key, { mode: 0o600 });
    expect(loadTls(files, Date.now())).toMatchObject({
      ok: false,
      error: expect.stringMatching(/^CERT_FILE: .* ended on 2/),
    });
    expect(loadTls(files, Date.now() - 60 * 86_400_000)).toMatchObject({
      ok: false,
      error: expect.stringMatching(/^CERT_FILE: .* begins on 2/),
    });
  });
});

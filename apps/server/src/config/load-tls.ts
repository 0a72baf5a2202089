import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { err, ok, type Result } from '@riptide/core/domain';
import type { Config } from './config.ts';

export interface TlsFiles {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** Reads certificate and key. The error is one line for a person: a file that can't be read, a key others may read, two that don't fit, or a certificate whose time is over or has not begun. */
export function loadTls({ certFile, keyFile }: NonNullable<Config['tls']>, nowMs: number): Result<TlsFiles, string> {
  try {
    const mode = statSync(keyFile).mode & 0o777;
    if ((mode & 0o007) !== 0)
      return err(
        `KEY_FILE: ${keyFile} may be read by others (permissions ${mode.toString(8)}). Run: chmod 600 ${JSON.stringify(keyFile)}`,
      );
    const files = { cert: readFileSync(certFile), key: readFileSync(keyFile) };
    const complaint = complaintOf(files, { certFile, keyFile }, nowMs);
    if (complaint !== null) return err(complaint);
    createSecureContext(files);
    return ok(files);
  } catch (e) {
    if (!(e instanceof Error)) throw e;
    return err(`CERT_FILE, KEY_FILE: can't be used: ${(e as NodeJS.ErrnoException).code ?? e.message}`);
  }
}

/** What a certificate that can be read is not good for; null: nothing. */
function complaintOf(
  { cert, key }: TlsFiles,
  { certFile, keyFile }: NonNullable<Config['tls']>,
  nowMs: number,
): string | null {
  const certificate = new X509Certificate(cert);
  if (!certificate.checkPrivateKey(createPrivateKey(key)))
    return `KEY_FILE: ${keyFile} is not the key of the certificate in CERT_FILE ${certFile}`;
  const start = new Date(certificate.validFrom);
  if (start.getTime() > nowMs)
    return `CERT_FILE: the certificate in ${certFile} begins on ${start.toISOString().slice(0, 10)}`;
  const end = new Date(certificate.validTo);
  return end.getTime() < nowMs
    ? `CERT_FILE: the certificate in ${certFile} ended on ${end.toISOString().slice(0, 10)}`
    : null;
}

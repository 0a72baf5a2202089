import { createCipheriv, createDecipheriv } from 'node:crypto';
import { z } from 'zod';
import { KeyVault } from '../access/key-vault.ts';
import { BackupFault } from './backup-fault.ts';

const ASSOCIATED = Buffer.from('riptide|backup|master-key', 'utf8');
const Wrapped = z.strictObject({ nonce: z.base64().length(16), sealed: z.base64().length(64) });

/** Seals the master key with a key that the passphrase gives for nothing else. */
export function wrapMasterKey(masterKey: Buffer, wrapKey: Buffer, nonce: Buffer): string {
  const cipher = createCipheriv('aes-256-gcm', wrapKey, nonce, { authTagLength: 16 });
  cipher.setAAD(ASSOCIATED);
  const sealed = Buffer.concat([cipher.update(masterKey), cipher.final(), cipher.getAuthTag()]);
  return JSON.stringify({ nonce: nonce.toString('base64'), sealed: sealed.toString('base64') });
}

/** Opens a wrapped master key. @throws BackupFault when it can't be. */
export function unwrapMasterKey(text: string, wrapKey: Buffer): Buffer {
  try {
    const wrapped = Wrapped.parse(JSON.parse(text));
    const sealed = Buffer.from(wrapped.sealed, 'base64');
    const nonce = Buffer.from(wrapped.nonce, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', wrapKey, nonce, { authTagLength: 16 });
    decipher.setAAD(ASSOCIATED);
    decipher.setAuthTag(sealed.subarray(32));
    return Buffer.concat([decipher.update(sealed.subarray(0, 32)), decipher.final()]);
  } catch (e) {
    throw new BackupFault('the master key of the backup can not be opened', { cause: e });
  }
}

/** Returns what tells two master keys apart and gives neither away. */
export function masterKeyPrint(masterKey: Buffer): string {
  return new KeyVault(masterKey).fingerprint('master-key', 'backup').slice(0, 32);
}

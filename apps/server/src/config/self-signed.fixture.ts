import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const DAY_MS = 86_400_000;
const OID = { ecdsaSha256: '2a8648ce3d040302', commonName: '550403', altName: '551d11', constraints: '551d13' };

/** Makes a key on P-256 and a certificate for 127.0.0.1 and localhost that it signs itself, good for a day (RFC 5280, in DER). */
export function makeSelfSigned(nowMs: number): { readonly cert: string; readonly key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = der(0x30, oid(OID.ecdsaSha256));
  const name = der(0x30, der(0x31, der(0x30, oid(OID.commonName), der(0x0c, Buffer.from('localhost')))));
  const altNames = der(0x30, der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1])));
  const extensions = der(
    0x30,
    der(0x30, oid(OID.altName), der(0x04, altNames)),
    der(
      0x30,
      oid(OID.constraints),
      der(0x01, Buffer.from([0xff])),
      der(0x04, der(0x30, der(0x01, Buffer.from([0xff])))),
    ),
  );
  const body = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    name,
    der(0x30, time(nowMs - DAY_MS), time(nowMs + DAY_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey));
  const text = der(0x30, body, algorithm, signature).toString('base64').replace(/.{64}/g, '$&\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  const size = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

function time(ms: number): Buffer {
  return der(
    0x18,
    Buffer.from(
      `${new Date(ms)
        .toISOString()
        .replace(/[-:T]|\.\d+/g, '')
        .replace('Z', '')}Z`,
    ),
  );
}

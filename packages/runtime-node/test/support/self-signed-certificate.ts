import { generateKeyPairSync, sign } from 'node:crypto';

export interface SelfSignedCertificate {
  /** PEM. */
  readonly certificate: string;
  readonly privateKey: string;
}

const ECDSA_WITH_SHA256 = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02];
const COMMON_NAME = [0x55, 0x04, 0x03];
const SUBJECT_ALTERNATIVE_NAME = [0x55, 0x1d, 0x11];
const BASIC_CONSTRAINTS = [0x55, 0x1d, 0x13];

/**
 * Creates a certificate for one DNS name, byte by byte (ITU-T X.509, X.690 DER), so that the tests need no key in the
 * repository and no other program.
 */
export function createSelfSignedCertificate(dnsName: string): SelfSignedCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(objectId(ECDSA_WITH_SHA256));
  const name = sequence(
    der(0x31, sequence(objectId(COMMON_NAME), der(0x0c, Buffer.from(dnsName)))),
  );
  const validity = sequence(
    der(0x17, Buffer.from('200101000000Z')),
    der(0x17, Buffer.from('491231235959Z')),
  );
  const extensions = sequence(
    sequence(
      objectId(SUBJECT_ALTERNATIVE_NAME),
      der(0x04, sequence(der(0x82, Buffer.from(dnsName)))),
    ),
    sequence(
      objectId(BASIC_CONSTRAINTS),
      der(0x01, Buffer.of(0xff)),
      der(0x04, sequence(der(0x01, Buffer.of(0xff)))),
    ),
  );
  const body = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.of(1)),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signature = der(0x03, Buffer.of(0), sign('sha256', body, privateKey));
  const encoded = sequence(body, algorithm, signature).toString('base64');
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${encoded.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function der(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const payload = Buffer.concat(content);
  const { length } = payload;
  const long = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 255];
  const size = length < 0x80 ? [length] : long;
  return Buffer.concat([Buffer.of(tag, ...size), payload]);
}

function sequence(...content: readonly Uint8Array[]): Buffer {
  return der(0x30, ...content);
}

function objectId(encoded: readonly number[]): Buffer {
  return der(0x06, Buffer.from(encoded));
}

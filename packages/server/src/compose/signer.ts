import { randomBytes } from 'node:crypto';
import type { NamedValues } from '@filmgate/core';
import { createKeyedDigest, type SecretBox, type Sha256Digest } from '@filmgate/runtime-node';

/** Secrets made at random once per store and kept sealed, so that they outlive a change of the master key. */
export async function keptSecret(
  values: NamedValues,
  box: SecretBox,
  name: string,
): Promise<Uint8Array> {
  const purpose = `value|${name}`;
  const stored = await values.putIfAbsent(
    name,
    box.seal(purpose, randomBytes(32).toString('base64')),
  );
  const opened = box.open(purpose, stored);
  if (opened.kind === 'refused')
    throw new Error(`The stored ${name} cannot be opened: ${opened.reason}.`);
  return Buffer.from(opened.plaintext, 'base64');
}

/** Signs media URLs. */
export function createUrlSigner(digest: Sha256Digest, key: Uint8Array) {
  const sign = createKeyedDigest(key);
  return {
    sign,
    verify: (data: string, signature: string): boolean =>
      digest.equalInConstantTime(sign(data), signature),
  };
}

import { randomBytes } from 'node:crypto';
import type { KeyValueStore } from '@filmgate/core';
import { createKeyedDigest, type SecretBox, type Sha256Digest } from '@filmgate/runtime-node';

/** Named value: the pepper of API keys' digests. It survives a change of the master key, and so do the API keys. */
export const pepperName = 'api-key-pepper';

/** Named value: the key that signs links to videos. */
export const linkKeyName = 'media-url-key';

const purposeOf = (name: string): string => `value|${name}`;

/** Returns a secret generated once per store and kept sealed, so that it survives a change of the master key. */
export async function keptSecret(
  values: KeyValueStore,
  box: SecretBox,
  name: string,
): Promise<Uint8Array> {
  return opened(box, name, await values.putIfAbsent(name, newSecret(box, name)));
}

export async function replaceLinkKey(values: KeyValueStore, box: SecretBox): Promise<void> {
  await values.put(linkKeyName, newSecret(box, linkKeyName));
}

function newSecret(box: SecretBox, name: string): string {
  return box.seal(purposeOf(name), randomBytes(32).toString('base64'));
}

function opened(box: SecretBox, name: string, sealed: string): Uint8Array {
  const secret = box.open(purposeOf(name), sealed);
  if (secret.kind === 'refused')
    throw new Error(`The stored ${name} cannot be decrypted: ${secret.reason}.`);
  return Buffer.from(secret.plaintext, 'base64');
}

/** Signs media URLs with the key in force. */
export interface LinkSigner {
  sign(data: string): string;
  verify(data: string, signature: string): boolean;
  /** Adopts a link key that replaced the present one meanwhile. */
  refresh(): Promise<void>;
}

/** Signs with the store's link key, and generates one if the store has none. */
export async function openLinkSigner(
  values: KeyValueStore,
  box: SecretBox,
  digest: Sha256Digest,
): Promise<LinkSigner> {
  const first = createKeyedDigest(await keptSecret(values, box, linkKeyName));
  let inForce = { sealed: await values.get(linkKeyName), sign: first };
  return {
    sign: (data) => inForce.sign(data),
    verify: (data, signature) => digest.equalInConstantTime(inForce.sign(data), signature),
    async refresh() {
      const sealed = await values.get(linkKeyName);
      if (sealed === undefined || sealed === inForce.sealed) return;
      inForce = { sealed, sign: createKeyedDigest(opened(box, linkKeyName, sealed)) };
    },
  };
}

import type { KeyValueStore } from '@filmgate/core';
import { createSecretBox, type SecretBox } from '@filmgate/runtime-node';
import type { LinkSeal } from '@filmgate/upstream-http';
import { keptSecret } from './signer.ts';

/** Named value: the key that seals the links in receipts. */
export const resultLinkKeyName = 'result-link-key';

/** Of the one key of its box. */
const keyId = '00000000';
const purpose = 'result-link';

/** Opens the seal of links under a key of the store: a change of the master key leaves receipts unchanged. */
export async function openLinkSeal(values: KeyValueStore, box: SecretBox): Promise<LinkSeal> {
  const bytes = await keptSecret(values, box, resultLinkKeyName);
  const links = createSecretBox({ masterKeys: [{ id: keyId, bytes }] });
  return {
    seal: (link) => links.seal(purpose, link),
    open: (sealed) => {
      const opening = links.open(purpose, sealed);
      if (opening.kind === 'opened') return opening.plaintext;
      throw new Error(`The link of a receipt cannot be decrypted: ${opening.reason}.`);
    },
  };
}

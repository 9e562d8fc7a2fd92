import type { GatewayPorts, KeyValueStore } from '@filmgate/core';
import { noticeUrl, type UrlSigner } from '@filmgate/http-adapter';
import { createKeyedDigest, type SecretBox, type Sha256Digest } from '@filmgate/runtime-node';
import type { Settings } from '../settings/settings-schema.ts';
import { keptSecret } from './signer.ts';

/** Named value: the key that signs the URLs at which providers call back. */
const noticeKeyName = 'notice-url-key';

/** URLs for notices, and the signer that recognises them, on every node of a store. */
export interface Notices {
  readonly signer: UrlSigner;
  readonly url: Required<GatewayPorts>['noticeUrl'];
}

/** Opens the notices of a store; undefined where no URL is configured. */
export async function openNotices(
  { FILMGATE_NOTICES_URL: baseUrl }: Pick<Settings, 'FILMGATE_NOTICES_URL'>,
  values: KeyValueStore,
  { box, digest }: { readonly box: SecretBox; readonly digest: Sha256Digest },
): Promise<Notices | undefined> {
  if (baseUrl === undefined) return undefined;
  const sign = createKeyedDigest(await keptSecret(values, box, noticeKeyName));
  const signer: UrlSigner = {
    sign,
    verify: (data, signature) => digest.equalInConstantTime(sign(data), signature),
  };
  return { signer, url: (submission) => noticeUrl(signer, baseUrl, submission) };
}

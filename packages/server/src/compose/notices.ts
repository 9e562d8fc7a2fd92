import type { GatewayPorts, KeyValueStore } from '@filmgate/core';
import { createNoticeUrls, type UrlSigner } from '@filmgate/http-adapter';
import { createDigest, createKeyedDigest, type SecretBox } from '@filmgate/runtime-node';
import type { Settings } from '../settings/settings-schema.ts';
import { keptSecret } from './signer.ts';

/** Named value: the key that signs the URLs at which providers call back. */
export const noticeKeyName = 'notice-url-key';

/** Port for the URLs of notices and the signer that recognises them, on every node of a store. */
export interface Notices {
  readonly ports: Pick<GatewayPorts, 'notices'>;
  /** Undefined where no URL is configured. */
  readonly signer: UrlSigner | undefined;
}

export async function openNotices(
  { FILMGATE_NOTICES_URL: baseUrl }: Pick<Settings, 'FILMGATE_NOTICES_URL'>,
  values: KeyValueStore,
  box: SecretBox,
): Promise<Notices> {
  if (baseUrl === undefined) return { ports: {}, signer: undefined };
  const digest = createDigest();
  const sign = createKeyedDigest(await keptSecret(values, box, noticeKeyName));
  const signer: UrlSigner = {
    sign,
    verify: (data, given) => digest.equalInConstantTime(sign(data), given),
  };
  return { ports: { notices: createNoticeUrls(signer, baseUrl) }, signer };
}

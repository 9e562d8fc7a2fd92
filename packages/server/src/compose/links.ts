import type { GatewayPorts } from '@filmgate/core';
import { type AssetLinks, createAssetLinks, type UrlSigner } from '@filmgate/http-adapter';
import { createDigest, type SecretBox } from '@filmgate/runtime-node';
import type { Settings } from '../settings/settings-schema.ts';
import { openNotices } from './notices.ts';
import { type LinkSigner, openLinkSigner } from './signer.ts';

/** Signed URLs of this gateway, and of which of them providers are told. */
export interface Links {
  /** Signer of links to results and references. */
  readonly signer: LinkSigner;
  /** Links at which providers read references; undefined where no URL is configured. */
  readonly assetLinks: AssetLinks | undefined;
  /** Recognises the URLs at which providers call back; undefined if none is asked to. */
  readonly noticeSigner: UrlSigner | undefined;
  /** Port for the URLs of notices. */
  readonly notices: Pick<GatewayPorts, 'notices'>;
}

export async function openLinks(
  settings: Pick<Settings, 'FILMGATE_ASSET_LINKS_URL' | 'FILMGATE_NOTICES_URL'>,
  { storage: { values }, clock }: Pick<GatewayPorts, 'storage' | 'clock'>,
  box: SecretBox,
): Promise<Links> {
  const signer = await openLinkSigner(values, box, createDigest());
  const notices = await openNotices(settings, values, box);
  const { FILMGATE_ASSET_LINKS_URL: url } = settings;
  return {
    signer,
    assetLinks: url === undefined ? undefined : createAssetLinks(signer, url, clock),
    noticeSigner: notices.signer,
    notices: notices.ports,
  };
}

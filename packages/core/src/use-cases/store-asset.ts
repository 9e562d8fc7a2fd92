import { formatName } from '../media/file-formats.ts';
import { headBytes } from '../media/head-bytes.ts';
import type { Asset } from '../ports/asset-index.ts';
import type { StagedBlob } from '../ports/blob-store.ts';
import type { GatewayPorts } from '../ports/gateway-ports.ts';
import { StorageUnavailable } from '../ports/storage-unavailable.ts';
import type { StoreAssetCommand, StoreAssetResult } from './gateway.ts';
import type { GatewayOptions } from './gateway-options.ts';

/** Declared types that promise no kind of material. */
const kindless = new Set(['application/octet-stream', 'binary/octet-stream']);

/** Stores an upload: counted and digested while it is written, its type by its own bytes [native.assets.types]. */
export async function storeAsset(
  ports: GatewayPorts,
  options: GatewayOptions,
  command: StoreAssetCommand,
): Promise<StoreAssetResult> {
  const maxBytes = options.maxAssetBytes;
  if ((command.announcedBytes ?? 0) > maxBytes) return { kind: 'too-large', maxBytes };
  if ((await ports.freeSpace?.isLow()) === true) return { kind: 'space-low' };
  const allowance = options.ownerStorageBytes;
  const heldBytes = await ports.storage.assets.heldBytes(command.owner);
  if (heldBytes >= allowance) return { kind: 'allowance-exhausted', heldBytes, allowance };
  const staged = await stage(ports, command, maxBytes);
  if (staged.kind !== 'staged') return staged;
  try {
    return await keepIfSupported(ports, { command, allowance }, staged.blob);
  } finally {
    await ports.assetBlobs.discard(staged.blob);
  }
}

type Staged =
  | { readonly kind: 'staged'; readonly blob: StagedBlob }
  | Exclude<StoreAssetResult, { readonly kind: 'stored' }>;

async function stage(
  ports: GatewayPorts,
  command: StoreAssetCommand,
  maxBytes: number,
): Promise<Staged> {
  try {
    const { source, announcedBytes: expectedBytes } = command;
    const outcome = await ports.assetBlobs.stage({ source, maxBytes, expectedBytes });
    return outcome.kind === 'length-mismatch' ? { kind: 'interrupted' } : outcome;
  } catch (error) {
    if (error instanceof StorageUnavailable) throw error;
    return { kind: 'interrupted' };
  }
}

async function keepIfSupported(
  ports: GatewayPorts,
  { command, allowance }: { readonly command: StoreAssetCommand; readonly allowance: number },
  blob: StagedBlob,
): Promise<StoreAssetResult> {
  const media = ports.sniffMedia(await blob.read(0, Math.min(headBytes, blob.size)));
  const declared = command.declaredContentType;
  if (media === undefined) return { kind: 'type-unsupported', declared, found: null, format: null };
  if (media.kind === 'not-taken')
    return {
      kind: 'type-unsupported',
      declared,
      found: null,
      format: formatName(media.contentType),
    };
  const { contentType } = media;
  const agrees =
    declared === null || kindless.has(declared) || declared.split('/')[0] === media.kind;
  if (!agrees) return { kind: 'type-unsupported', declared, found: contentType, format: null };
  const { owner } = command;
  const bytes = [{ sha256: blob.sha256, size: blob.size }];
  const held = await ports.storage.assets.hold({ owner, bytes, allowance, now: ports.clock.now() });
  if (held.kind === 'allowance-exhausted')
    return { kind: held.kind, heldBytes: held.heldBytes, allowance };
  await ports.assetBlobs.commit(blob);
  const asset: Asset = {
    id: `as_${ports.ids.next()}`,
    owner,
    kind: media.kind,
    contentType,
    fileName: command.fileName ?? `asset.${media.extension}`,
    size: blob.size,
    sha256: blob.sha256,
    createdAt: ports.clock.now(),
  };
  await ports.storage.assets.add(asset);
  return { kind: 'stored', asset };
}

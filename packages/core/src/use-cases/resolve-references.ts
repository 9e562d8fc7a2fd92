import { openStored } from '../blob/open-stored.ts';
import type { ReferenceDraft } from '../job/generation-request.ts';
import type { Reference } from '../media/reference.ts';
import type { StagedBlob } from '../ports/blob-store.ts';
import type { GatewayPorts } from '../ports/gateway-ports.ts';
import {
  type InspectedReference,
  inspectReference,
  readerOf,
  readerOfBlob,
  type ReferenceRefusal,
  refuseReference,
} from './inspect-reference.ts';

/** A checked reference, and its bytes where the request brought them; those are temporary until they are kept. */
export interface CheckedReference {
  readonly reference: Reference;
  readonly staged: StagedBlob | null;
}

export type CheckedReferences =
  | { readonly kind: 'checked'; readonly references: readonly CheckedReference[] }
  | ReferenceRefusal;

/**
 * Fetches and checks references one by one, so that only checked bytes go to the provider [tasks.images.checked-bytes]
 * and a slow host does not multiply. They are in temporary files for the caller; a refused request leaves none.
 */
export async function resolveReferences(
  ports: GatewayPorts,
  drafts: readonly ReferenceDraft[],
): Promise<CheckedReferences> {
  const references: CheckedReference[] = [];
  try {
    for (const draft of drafts) {
      const { source } = draft;
      const outcome =
        source.kind === 'asset'
          ? await fromAsset(ports, draft, source.assetId)
          : await fromBytes(ports, draft);
      if ('kind' in outcome) {
        await discardStaged(ports, references);
        return outcome;
      }
      references.push(outcome);
    }
  } catch (error) {
    await discardStaged(ports, references);
    throw error;
  }
  return { kind: 'checked', references };
}

/** Drops the temporary files; safe after they were kept. */
export async function discardStaged(
  { assetBlobs }: Pick<GatewayPorts, 'assetBlobs'>,
  references: readonly CheckedReference[],
): Promise<void> {
  for (const { staged } of references) if (staged !== null) await assetBlobs.discard(staged);
}

/** Fetches and checks references that are named and not used, and keeps nothing of them. */
export async function checkReferences(
  ports: GatewayPorts,
  drafts: readonly ReferenceDraft[],
): Promise<ReferenceRefusal | undefined> {
  for (const draft of drafts) {
    const { source } = draft;
    const outcome =
      source.kind === 'asset'
        ? await fromAsset(ports, draft, source.assetId)
        : await refusalOfBytes(ports, draft);
    if (outcome !== undefined && 'kind' in outcome) return outcome;
  }
  return undefined;
}

async function fromAsset(
  ports: GatewayPorts,
  draft: ReferenceDraft,
  assetId: string,
): Promise<CheckedReference | ReferenceRefusal> {
  const asset = await ports.storage.assets.find(assetId);
  if (asset === undefined) {
    const message = `No asset has the id ${JSON.stringify(assetId)}.`;
    return refuseReference(draft, 'asset-not-found', message);
  }
  const opened = await openStored(ports.assetBlobs, asset);
  if (opened.kind === 'damaged') {
    ports.log.error('reference-file-lost', new Error(opened.detail), { asset: assetId });
    const message = `The asset ${JSON.stringify(assetId)} is lost: ${opened.detail}. Upload the asset again.`;
    return refuseReference(draft, 'damaged', message);
  }
  const { blob } = opened;
  try {
    const inspected = await inspectReference(ports, draft, readerOfBlob(blob));
    if (inspected.kind === 'reference-refused') return inspected;
    return { reference: referenceOf(draft, { ...asset, assetId }, inspected), staged: null };
  } finally {
    await blob.close();
  }
}

/** Yields the bytes that a request brings, or that its URL returns. */
async function bytesOf(
  ports: GatewayPorts,
  draft: ReferenceDraft,
): Promise<Uint8Array | ReferenceRefusal> {
  const { source } = draft;
  if (source.kind === 'bytes') return source.bytes;
  if (source.kind === 'asset') throw new Error('Assets are resolved by their index.');
  const fetched = await ports.fetchReference(source.url);
  return fetched.kind === 'fetched'
    ? fetched.bytes
    : refuseReference(draft, 'unfetchable', fetched.message);
}

async function refusalOfBytes(
  ports: GatewayPorts,
  draft: ReferenceDraft,
): Promise<ReferenceRefusal | undefined> {
  const bytes = await bytesOf(ports, draft);
  if (!(bytes instanceof Uint8Array)) return bytes;
  const inspected = await inspectReference(ports, draft, readerOf(bytes));
  return inspected.kind === 'reference-refused' ? inspected : undefined;
}

async function fromBytes(
  ports: GatewayPorts,
  draft: ReferenceDraft,
): Promise<CheckedReference | ReferenceRefusal> {
  const bytes = await bytesOf(ports, draft);
  if (!(bytes instanceof Uint8Array)) return bytes;
  const inspected = await inspectReference(ports, draft, readerOf(bytes));
  if (inspected.kind === 'reference-refused') return inspected;
  const outcome = await ports.assetBlobs.stage({
    source: onePiece(bytes),
    maxBytes: bytes.length,
    expectedBytes: bytes.length,
  });
  if (outcome.kind !== 'staged')
    throw new Error(`Bytes in memory could not be staged: ${outcome.kind}.`);
  const { blob: staged } = outcome;
  return { reference: referenceOf(draft, { ...staged, assetId: null }, inspected), staged };
}

function referenceOf(
  { kind, role }: ReferenceDraft,
  { sha256, size, assetId }: Pick<Reference, 'sha256' | 'size' | 'assetId'>,
  { media, pixels }: Exclude<InspectedReference, ReferenceRefusal>,
): Reference {
  const { contentType } = media;
  const reported = { kind, role, assetId, sha256, contentType, size };
  return pixels === undefined ? reported : { ...reported, pixels };
}

async function* onePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

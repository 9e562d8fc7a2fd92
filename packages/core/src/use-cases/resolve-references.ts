import type { ReferenceDraft } from '../job/generation-request.ts';
import type { Reference } from '../media/reference.ts';
import type { StagedBlob } from '../ports/blob-store.ts';
import type { GatewayPorts } from '../ports/gateway-ports.ts';
import type { AcceptResult } from './gateway.ts';

type Refusal = Extract<AcceptResult, { readonly kind: 'reference-refused' }>;

/** A reference that was checked, and its bytes where the request brought them; those are temporary until they are kept. */
export interface CheckedReference {
  readonly reference: Reference;
  readonly staged: StagedBlob | null;
}

export type CheckedReferences =
  | { readonly kind: 'checked'; readonly references: readonly CheckedReference[] }
  | Refusal;

/** Bytes enough for every magic number we know. */
const headBytes = 4_100;

function refuse(draft: ReferenceDraft, reason: Refusal['reason'], message: string): Refusal {
  return { kind: 'reference-refused', param: draft.param, reason, message };
}

/** The thing a refusal speaks of: what a caller's host served, or what the caller sent. */
function nameOf({ source }: ReferenceDraft): string {
  return source.kind === 'url' ? `What ${new URL(source.url).host} serves` : 'The reference';
}

/**
 * Fetches and checks every reference, so that only checked bytes go upstream [tasks.images.checked-bytes]. It keeps
 * nothing: the checked bytes are in temporary files that the caller keeps or discards; a refused request leaves none.
 * One after another: callers give at most nine, and a slow host must not multiply.
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
): Promise<Refusal | undefined> {
  for (const draft of drafts) {
    const { source } = draft;
    const outcome =
      source.kind === 'asset'
        ? await fromAsset(ports, draft, source.assetId)
        : await inspectBytes(ports, draft);
    if ('kind' in outcome && outcome.kind === 'reference-refused') return outcome;
  }
  return undefined;
}

async function fromAsset(
  ports: GatewayPorts,
  draft: ReferenceDraft,
  assetId: string,
): Promise<CheckedReference | Refusal> {
  const asset = await ports.storage.assets.find(assetId);
  if (asset === undefined)
    return refuse(draft, 'asset-not-found', `No asset has the id ${JSON.stringify(assetId)}.`);
  if (asset.kind !== draft.kind) {
    return refuse(draft, 'wrong-kind', `The asset is ${asset.kind} material, not ${draft.kind}.`);
  }
  const { kind, sha256, contentType, size } = asset;
  const reference = { kind, role: draft.role, assetId, sha256, contentType, size };
  return { reference, staged: null };
}

async function bytesOf(ports: GatewayPorts, draft: ReferenceDraft): Promise<Uint8Array | Refusal> {
  const { source } = draft;
  if (source.kind === 'bytes') return source.bytes;
  if (source.kind === 'asset') throw new Error('Assets are resolved by their index.');
  const fetched = await ports.fetchReference(source.url);
  return fetched.kind === 'fetched' ? fetched.bytes : refuse(draft, 'unfetchable', fetched.message);
}

type InspectedBytes = {
  readonly kind: 'inspected';
  readonly bytes: Uint8Array;
  readonly media: NonNullable<ReturnType<GatewayPorts['sniffMedia']>>;
};

async function inspectBytes(
  ports: GatewayPorts,
  draft: ReferenceDraft,
): Promise<InspectedBytes | Refusal> {
  const bytes = await bytesOf(ports, draft);
  if (!(bytes instanceof Uint8Array)) return bytes;
  if (bytes.length === 0) return refuse(draft, 'empty', `${nameOf(draft)} is empty.`);
  const media = ports.sniffMedia(bytes.subarray(0, headBytes));
  if (media === undefined)
    return refuse(draft, 'type-unsupported', `${nameOf(draft)} is of no supported type.`);
  if (media.kind !== draft.kind) {
    return refuse(
      draft,
      'wrong-kind',
      `${nameOf(draft)} is ${media.kind} material, not ${draft.kind}.`,
    );
  }
  return { kind: 'inspected', bytes, media };
}

async function fromBytes(
  ports: GatewayPorts,
  draft: ReferenceDraft,
): Promise<CheckedReference | Refusal> {
  const inspected = await inspectBytes(ports, draft);
  if (inspected.kind === 'reference-refused') return inspected;
  const { bytes, media } = inspected;
  const outcome = await ports.assetBlobs.stage({
    source: onePiece(bytes),
    maxBytes: bytes.length,
    expectedBytes: bytes.length,
  });
  if (outcome.kind !== 'staged')
    throw new Error(`Bytes in memory could not be staged: ${outcome.kind}.`);
  const staged = outcome.blob;
  const { sha256, size } = staged;
  const { kind, contentType } = media;
  return {
    reference: { kind, role: draft.role, assetId: null, sha256, contentType, size },
    staged,
  };
}

async function* onePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

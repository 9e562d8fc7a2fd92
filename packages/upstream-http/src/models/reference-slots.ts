import type { GenerationRequest, Reference, ReferenceRole } from '@filmgate/core';
import type { AssetSlot } from '../engine/provider-description.ts';

/** Returns the position of a reference's bytes in a request. */
export function slotOf(
  { sha256, contentType }: Pick<Reference, 'sha256' | 'contentType'>,
  as: AssetSlot['$asset']['as'],
): AssetSlot {
  return { $asset: { sha256, contentType, as } };
}

/** Returns the form in which a request has a reference. */
type FormOf = (reference: Reference) => AssetSlot['$asset']['as'];

/** Returns the positions of all references of a role, as data URLs. */
export function dataUrlsOf(
  request: Pick<GenerationRequest, 'references'>,
  wanted: ReferenceRole,
): readonly AssetSlot[] {
  return slotsOf(request, wanted, () => 'data-url');
}

/** Returns the positions of all references of a role, each in its form. */
export function slotsOf(
  { references }: Pick<GenerationRequest, 'references'>,
  wanted: ReferenceRole,
  formOf: FormOf,
): readonly AssetSlot[] {
  return references.filter(({ role }) => role === wanted).map((one) => slotOf(one, formOf(one)));
}

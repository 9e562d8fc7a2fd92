import type { Acceptability, GenerationRequest, ReferenceKind } from '@filmgate/core';
import type { OfferedFamily, ProviderDescription } from './provider-description.ts';

/** Returns the refusal of a request whose references need links, for a gateway that makes none. */
export function checkUnlinked(
  { linked = [] }: Pick<ProviderDescription, 'linked'>,
  { references }: Pick<GenerationRequest, 'references'>,
): Extract<Acceptability, { readonly kind: 'not-accepted' }> | undefined {
  const index = references.findIndex(({ kind }) => linked.includes(kind));
  const kind = references[index]?.kind;
  if (kind === undefined) return undefined;
  const reason = `A reference of kind ${kind} is read by the provider at a link, and this gateway makes no links (FILMGATE_ASSET_LINKS_URL).`;
  return { kind: 'not-accepted', parameter: 'references', reference: index, reason };
}

/** Returns the families that a gateway without links can offer: with other references only, or not at all. */
export function unlinkedFamilies({
  linked = [],
  families = [],
}: Pick<ProviderDescription, 'linked' | 'families'>): readonly OfferedFamily[] {
  const isFree = (kind: ReferenceKind): boolean => !linked.includes(kind);
  return families.filter(({ references }) => references.kinds.every(isFree));
}

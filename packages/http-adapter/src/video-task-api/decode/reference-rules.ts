import type { ModelFamily, ReferenceDraft } from '@filmgate/core';
import type { FieldReader } from './field-reader.ts';

/** Whether the model can use references of these kinds and roles, and so many. */
export function checkReferences(
  reader: FieldReader,
  { references, param }: { readonly references: readonly ReferenceDraft[]; readonly param: string },
  family: ModelFamily,
): void {
  const { kinds, roles, minimum, maximum } = family.references;
  for (const reference of references) {
    if (!kinds.includes(reference.kind)) {
      reader.refuse(reference.param, `${family.id} takes no ${reference.kind} references.`);
    } else if (!roles.includes(reference.role)) {
      reader.refuse(reference.param, `${family.id} takes no reference as ${reference.role}.`);
    }
  }
  if (references.length > maximum) {
    reader.refuse(param, tooManyReferences(family));
  }
  if (references.length < minimum) {
    reader.refuse(param, `${family.id} needs at least ${minimum} references.`);
  }
}

/** What is said of more references than a model takes. */
export function tooManyReferences({ id, references }: ModelFamily): string {
  return `${id} takes at most ${references.maximum} references.`;
}

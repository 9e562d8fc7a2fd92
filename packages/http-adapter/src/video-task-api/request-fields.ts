import {
  checkPrompt,
  type JsonValue,
  type ModelFamily,
  type PromptCheck,
  type ReferenceDraft,
  type RequestDraft,
  type Warning,
} from '@filmgate/core';
import { z } from 'zod';
import type { FieldReader, Fields } from '../mechanics/field-reader.ts';
import type { Failure } from './failure.ts';

/** The unknown names among `fields` that hold something. */
export function unknownNames(fields: Fields, known: readonly string[]): readonly string[] {
  return Object.keys(fields).filter(
    (name) => !known.includes(name) && fields[name] !== undefined && fields[name] !== null,
  );
}

// Made once: making a schema costs far more than parsing a field with it.

/** Any text. */
export const anyText = z.string();

/**
 * Checks a prompt: 1 to the model's limit of Unicode code points, not white space only, nothing that no upstream could be
 * sent.
 *
 * @param prompt.text - undefined when none was given
 * @param prompt.param - the field it came from
 * @returns the prompt, empty when no model could take it
 */
export function readPrompt(
  reader: FieldReader,
  { text = '', param }: { readonly text: string | undefined; readonly param: string },
  family: ModelFamily,
): string {
  const check = checkPrompt(text, family.promptLimit);
  if (check.kind === 'usable') return text;
  const message = `${param} ${rule(check)}.`;
  if (check.kind === 'too-long') {
    reader.decline(param, message);
    return text;
  }
  reader.refuse(param, message);
  return '';
}

function rule(check: Exclude<PromptCheck, { readonly kind: 'usable' }>): string {
  switch (check.kind) {
    case 'absent':
      return 'is required and must not be empty';
    case 'blank':
      return 'must not be white space only';
    case 'too-long':
      return `must have at most ${check.limit} characters; it has ${check.codePoints}`;
    case 'unsendable':
      return `must not hold ${check.holds}`;
  }
}

/** Whether the model can use references of these kinds and roles, and so many. */
export function checkReferences(
  reader: FieldReader,
  { references, param }: { readonly references: readonly ReferenceDraft[]; readonly param: string },
  family: ModelFamily,
): void {
  const { kinds, roles, minimum, maximum } = family.references;
  for (const reference of references) {
    if (!kinds.includes(reference.kind)) {
      reader.decline(reference.param, `${family.id} takes no ${reference.kind} references.`);
    } else if (!roles.includes(reference.role)) {
      reader.decline(reference.param, `${family.id} takes no reference as ${reference.role}.`);
    }
  }
  if (references.length > maximum) {
    reader.decline(param, tooManyReferences(family));
  }
  if (references.length < minimum) {
    reader.decline(param, `${family.id} needs at least ${minimum} references.`);
  }
}

/** The refusal of more references than a model takes. */
export function tooManyReferences({ id, references }: ModelFamily): string {
  return `${id} takes at most ${references.maximum} references.`;
}

/** A creation, decoded: everything acceptance needs but its owner and key. */
export type DecodedRequest =
  | {
      readonly kind: 'decoded';
      /** What makes a repeated request the same request: aliases folded, defaults not yet filled in. */
      readonly content: JsonValue;
      readonly draft: RequestDraft;
      /** Named, checked like the others, and of no use to the request. */
      readonly unusedReferences: readonly ReferenceDraft[];
      readonly warnings: readonly Warning[];
    }
  | {
      readonly kind: 'refused';
      readonly failure: Failure;
      /** As of a decoded one, where the request could be read and is only not on offer: a known key is answered first. */
      readonly content?: JsonValue;
    };

/** A request that cannot be used, or with its content one that is not on offer. */
export function refused(
  failure: Failure,
  content?: JsonValue,
): Extract<DecodedRequest, { readonly kind: 'refused' }> {
  return { kind: 'refused', failure, ...(content !== undefined && { content }) };
}

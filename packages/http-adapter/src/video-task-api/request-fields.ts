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
import type { FieldReader, Fields } from '../http/field-reader.ts';
import type { Failure } from './failure.ts';

/** Returns the unknown names among `fields` that have a value. */
export function unknownNames(fields: Fields, known: readonly string[]): readonly string[] {
  return Object.keys(fields).filter(
    (name) => !known.includes(name) && fields[name] !== undefined && fields[name] !== null,
  );
}

// Made once: making a schema costs far more than parsing a field with it.

export const anyText = z.string();

/**
 * Checks a prompt: 1 to the model's limit of Unicode code points, not white space only, nothing that cannot be sent to
 * a provider.
 *
 * @param prompt.text - undefined when none was given
 * @param prompt.param - the field it came from
 * @returns the prompt, empty when no model could use it
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
      return 'must not be blank';
    case 'too-long':
      return `must have at most ${check.limit} characters; it has ${check.codePoints}`;
    case 'unsendable':
      return `must not contain ${check.holds}`;
  }
}

/** Checks that the model can use references of these kinds, roles and numbers. */
export function checkReferences(
  reader: FieldReader,
  { references, param }: { readonly references: readonly ReferenceDraft[]; readonly param: string },
  family: ModelFamily,
): void {
  const { kinds, roles, minimum, maximum } = family.references;
  for (const reference of references) {
    if (!kinds.includes(reference.kind)) {
      reader.decline(reference.param, `${family.id} accepts no ${reference.kind} references.`);
    } else if (!roles.includes(reference.role)) {
      reader.decline(reference.param, `${family.id} accepts no ${reference.role}.`);
    }
  }
  if (references.length > maximum) {
    reader.decline(param, tooManyReferences(family));
  }
  if (references.length < minimum) {
    reader.decline(param, `${family.id} requires at least ${minimum} references.`);
  }
}

/** Words the refusal of more references than a model accepts. */
export function tooManyReferences({ id, references }: ModelFamily): string {
  return `${id} accepts at most ${references.maximum} references.`;
}

/** A decoded creation: everything acceptance needs but its owner and key. */
export type DecodedRequest =
  | {
      readonly kind: 'decoded';
      /** Identity of a repeated request: aliases folded, defaults not yet filled in. */
      readonly content: JsonValue;
      readonly draft: RequestDraft;
      /** Named, checked like the others, and not used by the request. */
      readonly unusedReferences: readonly ReferenceDraft[];
      readonly warnings: readonly Warning[];
    }
  | {
      readonly kind: 'refused';
      readonly failure: Failure;
      /** The content of a readable request that is only not on offer: a known key takes precedence. */
      readonly content?: JsonValue;
    };

/** Refuses a request that cannot be used or, with its content, one that is not on offer. */
export function refused(
  failure: Failure,
  content?: JsonValue,
): Extract<DecodedRequest, { readonly kind: 'refused' }> {
  return { kind: 'refused', failure, ...(content !== undefined && { content }) };
}

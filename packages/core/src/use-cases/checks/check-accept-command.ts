import { z } from 'zod';
import type { AcceptCommand } from '../gateway.ts';
import { checkPlain } from './check-plain.ts';
import { commandSchema, keyedSchema, nameText } from './command-schema.ts';
import { type InvalidRequest, invalidRequest, pathText } from './invalid-request.ts';

/** What one command may hold beside the bytes of its references. */
const commandLimits = { depth: 33, values: 20_000, textUnits: 4_194_304 } as const;

/** A command that can be stored and read back, or what is wrong with it. */
export type CommandCheck =
  | { readonly kind: 'checked'; readonly command: AcceptCommand }
  | InvalidRequest;

/**
 * Checks a creation as callers without types may give it: its shape and its bounds. Total, and bounded whatever it is
 * given. The command that comes back is a copy.
 */
export function checkAcceptCommand(given: unknown): CommandCheck {
  const checked = checkPlain(given, commandSchema, commandLimits);
  if (checked.kind === 'refused') {
    const { path, rule, copy } = checked;
    return invalidOwnReference(copy, path, rule) ?? invalidRequest(path, rule);
  }
  return { kind: 'checked', command: checked.value };
}

/** As `checkAcceptCommand`, of the part that a key is found by. */
export function checkKeyed(
  given: Pick<AcceptCommand, 'idempotency' | 'content'>,
):
  | { readonly kind: 'checked'; readonly creation: Pick<AcceptCommand, 'idempotency' | 'content'> }
  | InvalidRequest {
  const { idempotency, content } = given;
  const checked = checkPlain({ idempotency, content }, keyedSchema, commandLimits);
  return checked.kind === 'checked'
    ? { kind: 'checked', creation: checked.value }
    : invalidRequest(checked.path, checked.rule);
}

const namedReferences = z.object({
  draft: z.object({ references: z.array(z.object({ param: nameText() }).catch({ param: '' })) }),
});

/** A refusal within a reference that says which of the caller's own fields it came from: that one is named. */
function invalidOwnReference(
  given: unknown,
  [draft, references, index, ...rest]: readonly PropertyKey[],
  rule: string,
): InvalidRequest | undefined {
  if (draft !== 'draft' || references !== 'references' || typeof index !== 'number')
    return undefined;
  const named = namedReferences.safeParse(given);
  const param = named.data?.draft.references[index]?.param ?? '';
  if (param === '') return undefined;
  return { ...invalidRequest(param, rule), message: `${pathText([param, ...rest])} ${rule}.` };
}

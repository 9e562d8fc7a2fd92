import { z } from 'zod';
import type { AcceptCommand } from '../gateway.ts';
import { checkPlain } from './check-plain.ts';
import { commandSchema, keyedSchema, nameText } from './command-schema.ts';
import { type InvalidRequest, invalidRequest, pathText } from './invalid-request.ts';

/** Bounds of one command, apart from the bytes of its references. */
const commandLimits = { depth: 33, values: 20_000, textUnits: 4_194_304 } as const;

/** A command that can be stored and read back, or the reason why it cannot. */
export type CommandCheck =
  | { readonly kind: 'checked'; readonly command: AcceptCommand }
  | InvalidRequest;

/** Checks the shape and bounds of any caller's creation, in bounded time for any input; returns a copy. */
export function checkAcceptCommand(given: unknown): CommandCheck {
  const checked = checkPlain(given, commandSchema, commandLimits);
  if (checked.kind === 'refused') {
    const { path, rule, copy } = checked;
    return invalidOwnReference(copy, path, rule) ?? invalidRequest(path, rule);
  }
  return { kind: 'checked', command: checked.value };
}

/** Like `checkAcceptCommand`, for the part by which a key is found. */
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

/** A refusal within a reference names the caller's own field, if the reference states it. */
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

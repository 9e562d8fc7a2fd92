import { z } from 'zod';
import { copyPlain, type PlainLimits } from '../../json/copy-plain.ts';
import type { ModelCatalog } from '../../model/model-catalog.ts';
import type { AcceptCommand } from '../gateway.ts';
import { checkDraft } from './check-draft.ts';
import { commandSchema, nameText } from './command-schema.ts';
import { type InvalidRequest, invalidRequest, pathText } from './invalid-request.ts';

/** What one command may hold beside the bytes of its references. */
const commandLimits = { depth: 33, values: 20_000, textUnits: 4_194_304 } as const;

/** A command that can be stored and read back, or what is wrong with it. */
export type CommandCheck =
  | { readonly kind: 'checked'; readonly command: AcceptCommand }
  | InvalidRequest;

/**
 * Checks a creation as callers without types may give it: its shape, its bounds, and that the catalog offers it. Total,
 * and bounded whatever it is given. The command that comes back is a copy.
 */
export function checkAcceptCommand(given: unknown, catalog: ModelCatalog): CommandCheck {
  const checked = checkPlain(given, commandSchema, commandLimits);
  if (checked.kind === 'invalid-request') return checked;
  const { value: command } = checked;
  return checkDraft(command.draft, catalog) ?? { kind: 'checked', command };
}

/** Copies what was given and checks the copy. */
export function checkPlain<Value>(
  given: unknown,
  schema: z.ZodType<Value>,
  limits: PlainLimits,
): { readonly kind: 'checked'; readonly value: Value } | InvalidRequest {
  const copy = copyPlain(given, limits);
  if (copy.kind === 'refused') return invalidRequest(copy.path, copy.rule);
  const parsed = schema.safeParse(copy.value);
  if (parsed.success) return { kind: 'checked', value: parsed.data };
  const [issue] = parsed.error.issues;
  if (issue === undefined) return invalidRequest([], 'cannot be read');
  const isUnknown = issue.code === 'unrecognized_keys';
  const path = isUnknown ? [...issue.path, issue.keys[0] ?? ''] : issue.path;
  const rule = isUnknown ? 'is not a field of this request' : issue.message;
  return invalidOwnReference(copy.value, path, rule) ?? invalidRequest(path, rule);
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

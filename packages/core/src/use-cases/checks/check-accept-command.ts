import { z } from 'zod';
import type { ModelCatalog } from '../../model/model-catalog.ts';
import type { AcceptCommand } from '../gateway.ts';
import { checkDraft } from './check-draft.ts';
import { checkPlain } from './check-plain.ts';
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
  if (checked.kind === 'refused') {
    const { path, rule, copy } = checked;
    return invalidOwnReference(copy, path, rule) ?? invalidRequest(path, rule);
  }
  const { value: command } = checked;
  return checkDraft(command.draft, catalog) ?? { kind: 'checked', command };
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

import { type JsonValue, upstreamErrorKinds } from '@filmgate/core';
import { z } from 'zod';
import { idIn, objectIn, wordsIn } from '../json/json-fields.ts';
import { candidateIds } from './candidate-ids.ts';
import { checkRules } from './check-rules.ts';
import type { RefusalRule } from './provider-description.ts';

/** What a refusal can mean: it was said before any work, so nothing went wrong inside. */
const refusalKind = z.enum(upstreamErrorKinds).exclude(['internal', 'protocol']);

/** What a response may say that a row can go by. */
export interface SaidForm {
  /** The code of the response, or of its `error`. */
  readonly code?: string;
  /** The type of the response, or of its `error`. */
  readonly type?: string;
  /** The names of all fields of the response. */
  readonly fields?: readonly string[];
  /** It is no JSON. */
  readonly page?: true;
}

/** A refusal that an operator declares for a place of their own: a status, and one thing the response says. */
export interface PlaceRefusal extends SaidForm {
  readonly status: number;
  readonly kind: z.infer<typeof refusalKind>;
  /** As in `RefusalRule`. */
  readonly scope: RefusalRule['scope'];
}

const word = z.string().min(1).max(200);

/** A declared refusal, with exactly one of `code`, `type`, `fields` and `page`. */
export const placeRefusalSchema: z.ZodType<PlaceRefusal> = z
  .strictObject({
    status: z.int().min(400).max(599),
    code: word.exactOptional(),
    type: word.exactOptional(),
    fields: z.array(word).min(1).max(20).exactOptional(),
    page: z.literal(true).exactOptional(),
    kind: refusalKind,
    scope: z.enum(['request', 'account', 'model', 'provider']),
  })
  .refine((refusal) => formsOf(refusal).length === 1, 'needs one of code, type, fields and page');

/** What rows and responses are compared by: one text for each thing they say. */
function formsOf({ code, type, fields, page }: SaidForm): readonly string[] {
  return [
    ...(code === undefined ? [] : [`code ${code}`]),
    ...(type === undefined ? [] : [`type ${type}`]),
    ...(fields === undefined ? [] : [`fields ${fields.toSorted().join(', ')}`]),
    ...(page === undefined ? [] : ['page']),
  ];
}

/**
 * Each row can be a proof. A page, or the mere form of a response, is one only where no server says it of a submission that it passed
 * on: with a 4xx or 503.
 *
 * @throws RangeError that names the row
 */
export function checkPlaceRefusals(refusals: readonly PlaceRefusal[]): void {
  const rules = refusals.flatMap((refusal) =>
    formsOf(refusal).map((code) => ({ status: refusal.status, code })),
  );
  checkRules(rules);
  const vague = rules.find(
    ({ status, code }) => /^(?:page|fields )/.test(code) && status >= 500 && status !== 503,
  );
  if (vague !== undefined)
    throw new RangeError(
      `A ${vague.status} without a code or type proves nothing: a server in front says it of what it passed on, too.`,
    );
}

/** What a response says. */
export interface SaidResponse {
  readonly status: number;
  /** Undefined where it is no JSON. */
  readonly body: JsonValue | undefined;
}

/** The declared refusal that a response is, and its words; undefined for any other, and for one that may name a task. */
export function declaredRefusal(
  refusals: readonly PlaceRefusal[],
  { status, body }: SaidResponse,
): { readonly refusal: PlaceRefusal; readonly words: string } | undefined {
  if (refusals.length === 0) return undefined;
  if (body !== undefined && candidateIds(body, (id) => id).length > 0) return undefined;
  const said = body === undefined ? ['page'] : formsIn(body);
  const refusal = refusals.find(
    (one) => one.status === status && formsOf(one).every((form) => said.includes(form)),
  );
  if (refusal === undefined) return undefined;
  const words = body === undefined ? undefined : wordsIn(objectIn(body)?.['error'] ?? body);
  return { refusal, words: words ?? `${status} without words` };
}

function formsIn(body: JsonValue): readonly string[] {
  const said = objectIn(body);
  if (said === undefined) return [];
  const error = objectIn(said['error']);
  return [said, error].flatMap((one) => {
    const [code, type] = [idIn(one?.['code']), idIn(one?.['type'])];
    return formsOf({
      ...(code !== undefined && { code }),
      ...(type !== undefined && { type }),
      ...(one === said && { fields: Object.keys(said) }),
    });
  });
}

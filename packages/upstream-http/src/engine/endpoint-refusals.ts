import { type JsonValue, upstreamErrorKinds } from '@filmgate/core';
import { z } from 'zod';
import { idIn, objectIn, wordsIn } from '../json/json-fields.ts';
import { candidateIds } from './candidate-ids.ts';
import { checkRules } from './check-rules.ts';
import type { RefusalRule } from './provider-description.ts';

/** Possible meanings of a refusal: it precedes any work, so `internal` and the like are excluded. */
const refusalKind = z.enum(upstreamErrorKinds).exclude(['internal', 'protocol']);

/** Features of a response that a row can match. */
export interface SaidForm {
  /** The code of the response, or of its `error`. */
  readonly code?: string;
  /** The type of the response, or of its `error`. */
  readonly type?: string;
  /** The names of all fields of the response. */
  readonly fields?: readonly string[];
  /** The response is not JSON. */
  readonly page?: true;
}

/** A refusal that an operator declares for an endpoint: a status, and one feature of the response. */
export interface EndpointRefusal extends SaidForm {
  readonly status: number;
  readonly kind: z.infer<typeof refusalKind>;
  /** See `RefusalRule`. */
  readonly scope: RefusalRule['scope'];
}

const word = z.string().min(1).max(200);

/** A declared refusal, with exactly one of `code`, `type`, `fields` and `page`. */
export const endpointRefusalSchema: z.ZodType<EndpointRefusal> = z
  .strictObject({
    status: z.int().min(400).max(599),
    code: word.exactOptional(),
    type: word.exactOptional(),
    fields: z.array(word).min(1).max(20).exactOptional(),
    page: z.literal(true).exactOptional(),
    kind: refusalKind,
    scope: z.enum(['request', 'account', 'model', 'endpoint']),
  })
  .refine((refusal) => formsOf(refusal).length === 1, 'needs one of code, type, fields and page');

/** Returns one text for each feature of a row or a response, for comparison. */
function formsOf({ code, type, fields, page }: SaidForm): readonly string[] {
  return [
    ...(code === undefined ? [] : [`code ${code}`]),
    ...(type === undefined ? [] : [`type ${type}`]),
    ...(fields === undefined ? [] : [`fields ${fields.toSorted().join(', ')}`]),
    ...(page === undefined ? [] : ['page']),
  ];
}

/**
 * Checks that each row can be a proof. A page, or the mere form of a response, is one only with statuses no server uses
 * for a submission that it passed on: a 4xx or 503.
 *
 * @throws RangeError that names the row
 */
export function checkEndpointRefusals(refusals: readonly EndpointRefusal[]): void {
  const rules = refusals.flatMap((refusal) =>
    formsOf(refusal).map((code) => ({ status: refusal.status, code })),
  );
  checkRules(rules, { successes: false });
  const vague = rules.find(
    ({ status, code }) => /^(?:page|fields )/.test(code) && status >= 500 && status !== 503,
  );
  if (vague !== undefined)
    throw new RangeError(
      `A ${vague.status} without a code or type is no proof: a proxy may return it for requests that it forwarded.`,
    );
}

/** The features of a response. */
export interface SaidResponse {
  readonly status: number;
  /** Undefined if it is not JSON. */
  readonly body: JsonValue | undefined;
}

/** Returns the declared refusal a response matches, and its message; undefined for others, and if it names a task. */
export function declaredRefusal(
  refusals: readonly EndpointRefusal[],
  { status, body }: SaidResponse,
): { readonly refusal: EndpointRefusal; readonly words: string } | undefined {
  if (refusals.length === 0) return undefined;
  if (body !== undefined && candidateIds(body, (id) => id).length > 0) return undefined;
  const said = body === undefined ? ['page'] : formsIn(body);
  const refusal = refusals.find(
    (one) => one.status === status && formsOf(one).every((form) => said.includes(form)),
  );
  if (refusal === undefined) return undefined;
  const words = body === undefined ? undefined : wordsIn(objectIn(body)?.['error'] ?? body);
  return { refusal, words: words ?? `${status} without a message` };
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

import type { JsonValue } from '@filmgate/core';
import { type JsonResponse, objectIn } from '@filmgate/upstream-http';
import { z } from 'zod';

/** Field of a body that is the model's word, and not the provider's. */
const field = '$model';
/** Origin of the reads that a model makes. */
export const operationOrigin = 'operation';

const operationSchema = z.object({
  /** The model's name: another one may not know the operation. */
  model: z.string(),
  operation: z.json(),
  /** Options that the model said it did not send as they were. */
  ignored: z.array(z.string()).exactOptional(),
});

/** An accepted submission, as every later call needs it. */
export type Operation = z.infer<typeof operationSchema>;

const statusSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('pending') }),
  z.object({ kind: z.literal('at'), url: z.string() }),
  z.object({ kind: z.literal('bytes'), base64: z.string() }),
  /** A video that the model does not hand over. */
  z.object({ kind: z.literal('withheld') }),
  z.object({ kind: z.literal('error'), words: z.string() }),
  z.object({ kind: z.literal('thrown') }),
]);

/** Result of `doStatus`. */
export type ModelStatus = z.infer<typeof statusSchema>;

export function startedBody(operation: Operation): JsonValue {
  return { [field]: z.json().parse(operation) };
}

/** Returns the operation in a body; undefined for the body of a provider. */
export function startedIn(body: JsonValue): Operation | undefined {
  return operationSchema.safeParse(objectIn(body)?.[field]).data;
}

/** Returns a provider's body for one who reads those of models, too: undefined if it pretends to be one. */
export function plainBody(body: JsonValue | undefined): JsonValue | undefined {
  return objectIn(body)?.[field] === undefined ? body : undefined;
}

/** @param raw - the provider's body, of which an error needs a proof; undefined = it is not JSON */
export function statusBody(status: ModelStatus, raw: JsonValue | undefined): JsonValue {
  return { [field]: status, ...(status.kind === 'error' && raw !== undefined && { raw }) };
}

/** Returns the model's status in a response; of an error, the provider's response that it was read from, too. */
export function statusIn({ status, body }: JsonResponse): {
  readonly status: ModelStatus | undefined;
  readonly raw: JsonResponse | undefined;
} {
  const said = objectIn(body) ?? {};
  const { raw } = said;
  return {
    status: statusSchema.safeParse(said[field]).data,
    raw: raw === undefined ? undefined : { status, body: raw },
  };
}

/** Returns the operation in what is saved of a submission. @throws ZodError when it is of another form */
export function savedOperation(task: JsonValue): Operation {
  return operationSchema.parse(task);
}

export function operationPath({ model, operation }: Operation): string {
  return `/${encodeURIComponent(JSON.stringify({ model, operation }))}`;
}

/** @throws Error when the path names no operation */
export function operationAt(path: string): Operation {
  return operationSchema.parse(JSON.parse(decodeURIComponent(path.slice(1))));
}

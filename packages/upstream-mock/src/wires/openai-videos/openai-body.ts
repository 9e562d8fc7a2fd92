import { type BodyReading, longestBody, readJsonBody, readValue } from '../../engine/json-body.ts';
import type { PersonalityCall, SubmissionBody } from '../../engine/personality.ts';
import { boundaryOf, type FormPart, readFormParts } from '../../http/multipart-form.ts';
import { openAiRemixSchema, openAiSubmissionSchema } from './openai-submission.ts';

/** Reads a submission as JSON or as a form. Rejects if the connection breaks first. */
export async function readOpenAiSubmission(
  call: PersonalityCall,
): Promise<BodyReading<SubmissionBody>> {
  const boundary = boundaryOf(call.header('content-type') ?? '');
  if (boundary === undefined) return readJsonBody(call, openAiSubmissionSchema);
  const body = await call.readBody(longestBody);
  if (body.kind === 'too-long') return body;
  const parts = readFormParts(body.bytes, boundary);
  return parts === undefined
    ? { kind: 'invalid', field: null, message: 'The form cannot be read.' }
    : readValue(fieldsOf(parts), openAiSubmissionSchema, body.bytes);
}

/** Reads the new prompt of a remix. */
export function readOpenAiRemix(call: PersonalityCall): Promise<BodyReading<{ prompt: string }>> {
  return readJsonBody(call, openAiRemixSchema);
}

/** Fields by name; `a[b]` is the field b of an object a, as the official client writes it. */
function fieldsOf(parts: readonly FormPart[]): unknown {
  const fields = new Map<string, unknown>();
  for (const { name, fileName, contentType, bytes } of parts) {
    const value = fileName === null ? bytes.toString('utf8') : { fileName, contentType, bytes };
    const [, outer, inner] = /^(\w{1,80})\[(\w{1,80})\]$/.exec(name) ?? [];
    if (outer === undefined || inner === undefined) fields.set(name, value);
    else fields.set(outer, { [inner]: value });
  }
  return Object.fromEntries(fields);
}

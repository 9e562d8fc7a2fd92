import { z } from 'zod';

interface Answer {
  json(): unknown;
}

/** The JSON of an answer, once it was found to be what the schema says and nothing more. */
export function bodyOf<T>(answer: Answer, schema: z.ZodType<T>): T {
  return schema.parse(answer.json());
}

/** The id of what was created or read. */
export function idOf(answer: Answer): string {
  return bodyOf(answer, z.looseObject({ id: z.string() })).id;
}

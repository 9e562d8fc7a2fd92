import { z } from 'zod';

interface HttpResponse {
  json(): unknown;
}

/** The JSON of a response, once it was found to be what the schema says and nothing more. */
export function bodyOf<T>(response: HttpResponse, schema: z.ZodType<T>): T {
  return schema.parse(response.json());
}

/** The id of what was created or read. */
export function idOf(response: HttpResponse): string {
  return bodyOf(response, z.looseObject({ id: z.string() })).id;
}

import { z } from 'zod';

interface HttpResponse {
  json(): unknown;
}

/** Returns the JSON of a response after checking it against the schema, without additional fields. */
export function bodyOf<T>(response: HttpResponse, schema: z.ZodType<T>): T {
  return schema.parse(response.json());
}

/** Returns the id of the created or read thing. */
export function idOf(response: HttpResponse): string {
  return bodyOf(response, z.looseObject({ id: z.string() })).id;
}

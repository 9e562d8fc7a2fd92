/** Media type of every JSON answer. */
export const jsonContentType = 'application/json; charset=utf-8';

/**
 * Serializer compiler for routes whose response schemas describe and do not filter: encoders build each answer field
 * by field, so that checking it again at run time would only cost.
 */
export function plainJsonSerializerCompiler(): (data: unknown) => string {
  return (data) => JSON.stringify(data);
}

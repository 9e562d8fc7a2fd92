import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';

/** Cuts a text to a maximum of UTF-16 units; a cut text ends in an ellipsis. */
export function bounded(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1).toWellFormed()}…`;
}

/** The body of every error of the programmatic routes [errors.shape] [local.errors.shape]. */
export const errorBody = z.object({
  error: z.object({
    message: z.string().meta({ description: 'Message for people.' }),
    type: z.enum(['invalid_request_error', 'server_error']),
    code: z.string().meta({ description: 'Code for programs.' }),
    param: z.string().optional().meta({ description: 'Field or header concerned.' }),
  }),
});

export type ErrorBody = z.infer<typeof errorBody>;

/**
 * Header of a refusal whose body is `{detail}` alone: its code in one word, so that pages can translate it. The request
 * log has the same code.
 */
export const errorCodeHeader = 'x-error-code';

/** Returns the code of a kind of failure, as headers and logs write it. */
export function errorCodeOf(kind: string): string {
  return kind.replaceAll('-', '_');
}

/** Names of error codes where a surface is mounted, by their names in the list of errors. */
export interface ErrorCodes {
  readonly [code: string]: string;
}

const decorator = 'surfaceErrorCodes';

/**
 * Renames the error codes of the surface in this scope.
 *
 * @param known - every code the surface has
 * @throws Error when a name is given to a code the surface does not have, or is not a valid code
 */
export function renameErrorCodes(
  app: FastifyInstance,
  names: ErrorCodes,
  known: readonly string[],
): void {
  for (const [code, name] of Object.entries(names)) {
    if (!known.includes(code)) throw new Error(`There is no error code ${code} to rename.`);
    if (!/^[a-z][a-z0-9_.-]{0,63}$/.test(name))
      throw new Error(
        `${JSON.stringify(name)}, the name of ${code}, must have 1 to 64 lower-case letters, digits, _, . or -.`,
      );
  }
  app.decorate(decorator, new Map(Object.entries(names)));
}

/** Returns the name of a code where the reply is sent. */
export function errorCodeIn({ server }: FastifyReply, code: string): string {
  if (!server.hasDecorator(decorator)) return code;
  return server.getDecorator<ReadonlyMap<string, string>>(decorator).get(code) ?? code;
}

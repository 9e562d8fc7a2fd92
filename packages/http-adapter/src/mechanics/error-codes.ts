import type { FastifyInstance, FastifyReply } from 'fastify';

/** What error codes are called where a surface is mounted, by the name they have in the list of errors. */
export interface ErrorCodes {
  readonly [code: string]: string;
}

const decorator = 'surfaceErrorCodes';

/**
 * Has the surface of this scope say its error codes under other names.
 *
 * @param known - every code the surface has
 * @throws Error when a name is given to a code the surface does not have, or is no code itself
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

/** A code as it is called where the reply is given. */
export function errorCodeIn({ server }: FastifyReply, code: string): string {
  if (!server.hasDecorator(decorator)) return code;
  return server.getDecorator<ReadonlyMap<string, string>>(decorator).get(code) ?? code;
}

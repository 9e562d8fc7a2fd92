import { wholeCatalog } from '@filmgate/core';
import type { FastifyInstance } from 'fastify';
import type { AdminContext } from '../context.ts';
import { accountOptions } from '../schemas/account-options.ts';
import { errorResponses, sessionSecurity as security } from '../schemas/page.ts';

/** The choices of an account's form, as this gateway is built and configured. */
export function registerAccountOptions(app: FastifyInstance, { deps }: AdminContext): void {
  const response = { 200: accountOptions, ...errorResponses };
  const schema = {
    tags: ['Accounts'],
    summary: 'List providers and families for accounts',
    security,
    response,
  };
  app.get('/account-options', { schema }, async (_request, reply) => {
    const families = wholeCatalog(deps.gateway.catalog()).families.map(({ id, displayName }) => ({
      id,
      display_name: displayName,
    }));
    const details = await deps.providerDetails();
    return reply.send({ providers: [...deps.providers], families, provider_details: [...details] });
  });
}

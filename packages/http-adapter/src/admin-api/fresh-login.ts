import type { FastifyInstance, preValidationHookHandler } from 'fastify';
import type { AdminContext } from './context.ts';
import { type AdminFailure, sendAdminFailure } from './failure.ts';

type Rule = 'always' | 'with-secret';

/**
 * Acts that a session does not suffice for, by method and path below `/api/v1/admin`: who finds one open could make themselves a way in,
 * lead work elsewhere, or destroy. What changes the login itself asks for the password each time [administrator.password.change].
 */
export const actsOfFreshLogin: { readonly [act: string]: Rule | undefined } = {
  'POST /api-users': 'always',
  'POST /api-users/:id/rotate': 'always',
  'POST /api-users/:id/revoke-links': 'always',
  'POST /api-users/:id/erase': 'always',
  'POST /revoke-links': 'always',
  'POST /accounts': 'always',
  'PATCH /accounts/:id': 'with-secret',
  'DELETE /accounts/:id': 'always',
  'DELETE /jobs/:id/result': 'always',
  'PUT /settings': 'always',
  'POST /clock/confirm': 'always',
};

/** For how long a login is fresh [login.fresh]. */
const freshMs = 10 * 60_000;

const notFresh: AdminFailure = {
  kind: 'reauthentication-required',
  detail:
    'Confirm your password: this needs a login of the last 10 minutes. Programs log in again by POST /api/v1/auth/login and repeat the request.',
};

const described: { readonly [R in Rule]: string } = {
  always: 'Needs a login of the last ten minutes.',
  'with-secret': 'A secret needs a login of the last ten minutes.',
};

/**
 * Has these acts of an app refused unless the login of the session is fresh [login.fresh], and described as such. To be called before its
 * routes are registered.
 */
export function requireFreshLogin(app: FastifyInstance, context: AdminContext): void {
  app.addHook('onRoute', (route) => {
    const rule = actsOfFreshLogin[`${String(route.method)} ${route.routePath}`];
    if (rule === undefined) return;
    const description = [route.schema?.description ?? [], described[rule]].flat().join(' ');
    route.schema = { ...route.schema, description };
    route.preValidation = [route.preValidation ?? [], judge(context, rule)].flat();
  });
}

function judge({ deps, guard }: AdminContext, rule: Rule): preValidationHookHandler {
  return (request, reply, done) => {
    const isMeant = rule === 'always' || hasSecret(request.body);
    // A clock that was set back, or one of another node, makes a login neither old nor fresh for longer.
    const ageMs = Math.abs(deps.clock.now() - guard.sessionOf(request).createdAt);
    if (!isMeant || ageMs < freshMs) done();
    else sendAdminFailure(reply, notFresh);
  };
}

function hasSecret(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'secret' in body;
}

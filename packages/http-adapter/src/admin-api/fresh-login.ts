import type { FastifyInstance, preValidationHookHandler } from 'fastify';
import type { AdminContext } from './context.ts';
import { type AdminFailure, sendAdminFailure } from './failure.ts';

type Rule = 'always' | 'with-secret';

/**
 * Acts that require a recent login, by method and path below `/api/v1/admin`: whoever found an open session could gain
 * access, redirect work, or destroy. Changes of the login itself require the password each time
 * [administrator.password.change].
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

/** Time a login is fresh, in ms [login.fresh]. */
const freshMs = 10 * 60_000;

const notFresh: AdminFailure = {
  kind: 'reauthentication-required',
  detail:
    'Confirm your password: this action requires a login within the last 10 minutes. Programs log in again with POST /api/v1/auth/login and repeat the request.',
};

const described: { readonly [R in Rule]: string } = {
  always: 'Requires a login within the last 10 minutes.',
  'with-secret': 'A secret requires a login within the last 10 minutes.',
};

/**
 * Refuses these acts of an app unless the login of the session is fresh [login.fresh], and describes them so. Call it
 * before its routes are registered.
 */
export function requireFreshLogin(app: FastifyInstance, context: AdminContext): void {
  app.addHook('onRoute', (route) => {
    const rule = actsOfFreshLogin[`${String(route.method)} ${route.routePath}`];
    if (rule === undefined) return;
    const description = [route.schema?.description ?? [], described[rule]].flat().join(' ');
    route.schema = { ...route.schema, description };
    route.preValidation = [route.preValidation ?? [], check(context, rule)].flat();
  });
}

function check({ deps, guard }: AdminContext, rule: Rule): preValidationHookHandler {
  return (request, reply, done) => {
    const isMeant = rule === 'always' || hasSecret(request.body);
    // A clock that was set back, or another node's, makes a login neither old nor fresh for longer.
    const ageMs = Math.abs(deps.clock.now() - guard.sessionOf(request).createdAt);
    if (!isMeant || ageMs < freshMs) done();
    else sendAdminFailure(reply, notFresh);
  };
}

function hasSecret(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'secret' in body;
}

import type { FastifyInstance, preValidationHookHandler } from 'fastify';
import type { AdminContext } from './context.ts';
import { type AdminFailure, sendAdminFailure } from './failure.ts';

/**
 * Acts that a session does not suffice for, by method and path below `/api/v1/admin`: who finds one open could make themselves a way in,
 * lead work elsewhere, or destroy. What changes the login itself asks for the password each time [administrator.password.change].
 */
export const actsOfFreshLogin = {
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
} as const satisfies { readonly [act: string]: 'always' | 'with-secret' };

function ruleOf(act: string) {
  const known: { readonly [act: string]: 'always' | 'with-secret' | undefined } = actsOfFreshLogin;
  return known[act];
}

const described = {
  always: 'Needs a login of the last ten minutes.',
  'with-secret': 'A secret needs a login of the last ten minutes.',
} as const;

/**
 * Has these acts of an app refused unless the login of the session is fresh [login.fresh], and described as such. To be called before its
 * routes are registered.
 */
export function requireFreshLogin(app: FastifyInstance, context: AdminContext): void {
  app.addHook('onRoute', (route) => {
    const rule = ruleOf(`${String(route.method)} ${route.routePath}`);
    if (rule === undefined) return;
    const description = [route.schema?.description ?? [], described[rule]].flat().join(' ');
    route.schema = { ...route.schema, description };
    route.preValidation = [route.preValidation ?? [], judge(context, rule)].flat();
  });
}

function judge(context: AdminContext, rule: 'always' | 'with-secret'): preValidationHookHandler {
  return (request, reply, done) => {
    const isMeant = rule === 'always' || hasSecret(request.body);
    if (!isMeant || isFresh(context, context.guard.sessionOf(request).createdAt)) done();
    else sendAdminFailure(reply, notFresh(context.settings().freshLoginMs));
  };
}

/** A clock that was set back, or one of another node, makes a login neither old nor fresh for longer. */
function isFresh({ deps, settings }: AdminContext, loggedInAt: number): boolean {
  return Math.abs(deps.clock.now() - loggedInAt) < settings().freshLoginMs;
}

function hasSecret(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'secret' in body;
}

function notFresh(freshLoginMs: number): AdminFailure {
  const minutes = Math.round(freshLoginMs / 60_000);
  return {
    kind: 'reauthentication-required',
    detail: `This needs a login of the last ${minutes} minutes: log in again by POST /api/v1/auth/login, then repeat the request.`,
  };
}

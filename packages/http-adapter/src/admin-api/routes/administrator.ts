import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { AdminContext } from '../context.ts';
import { type AdminFailure, sendAdminFailure } from '../failure.ts';
import {
  newSecondFactor,
  newSecondFactorBody,
  passwordChangeBody,
  recoveryCodesResponse,
  secondFactorResponse,
  secondFactorConfirmationBody,
  secondFactorRemovalBody,
} from '../schemas/session.ts';
import { errorResponses, sessionSecurity as security } from '../schemas/page.ts';
import { checkCredentials, openSession } from './session.ts';
import { endOthers } from './sessions.ts';

const tags = ['Administrator'];

/** The administrator's own password and second factor. */
export function registerAdministrator(app: FastifyInstance, context: AdminContext): void {
  registerPassword(app, context);
  registerState(app, context);
  registerBegin(app, context);
  registerConfirm(app, context);
  registerRemove(app, context);
}

function registerPassword(app: FastifyInstance, context: AdminContext): void {
  const description =
    'Ends all other sessions. Also requires a one-time code if a second factor is set up.';
  const response = { 204: z.null().describe('Changed, on all nodes.'), ...errorResponses };
  const schema = {
    tags,
    summary: "Change the administrator's password",
    description,
    security,
    body: passwordChangeBody,
    response,
  };
  app.withTypeProvider<ZodTypeProvider>().put('/password', { schema }, async (request, reply) => {
    const refusal = await changePassword(context, { request, reply, body: request.body });
    return refusal === undefined ? reply.code(204).send(null) : sendAdminFailure(reply, refusal);
  });
}

async function changePassword(
  context: AdminContext,
  change: {
    readonly request: FastifyRequest;
    readonly reply: FastifyReply;
    readonly body: z.infer<typeof passwordChangeBody>;
  },
): Promise<AdminFailure | undefined> {
  const { deps, guard } = context;
  const { request, reply, body } = change;
  const { current_password, new_password: password } = body;
  const { username, idDigest } = guard.sessionOf(request);
  // Read before the password is checked, so that only one of two simultaneous changes counts.
  const since = await deps.administrator.since();
  const refusal = await confirmPassword(context, request, body);
  if (refusal !== undefined) return refusal;
  if (password === current_password) return invalid('new_password must be a different one');
  if (await deps.administrator.isGuessable(password, username))
    return invalid('new_password is common or easily guessed');
  const act = { action: 'administrator.password', target: username, before: null };
  const audit = context.entry(request, { ...act, after: { password: 'changed' } });
  const begun = await deps.administrator.changePassword({ password, since, audit });
  if (begun === undefined)
    return {
      kind: 'confirmation-failed',
      detail: 'The password was changed by someone else in the meantime.',
    };
  const session = await openSession(context, { username, reply, loginSince: begun });
  await context.endSession(idDigest);
  await endOthers(context, request, session.idDigest);
  return undefined;
}

function registerState(app: FastifyInstance, { deps }: AdminContext): void {
  const response = { 200: secondFactorResponse, ...errorResponses };
  const schema = { tags, summary: 'Read the state of the second factor', security, response };
  app.get('/second-factor', { schema }, async (_request, reply) => {
    const { kind, recoveryCodesLeft } = await deps.secondFactor.state();
    return reply.send({ state: kind, recovery_codes_left: recoveryCodesLeft });
  });
}

function registerBegin(app: FastifyInstance, context: AdminContext): void {
  const description = 'Returns a secret once; it takes effect when a first code is confirmed.';
  const response = { 200: newSecondFactor, ...errorResponses };
  const schema = {
    tags,
    summary: 'Set up one-time codes (RFC 6238)',
    description,
    security,
    body: newSecondFactorBody,
    response,
  };
  app
    .withTypeProvider<ZodTypeProvider>()
    .post('/second-factor', { schema }, async (request, reply) => {
      const { username } = context.guard.sessionOf(request);
      if ((await context.deps.secondFactor.state()).kind === 'on')
        return sendAdminFailure(reply, alreadyOn);
      const refusal = await confirmPassword(context, request, request.body);
      if (refusal !== undefined) return sendAdminFailure(reply, refusal);
      const audit = entry(context, request, 'second-factor.begin');
      const begun = await context.deps.secondFactor.begin(username, audit);
      return begun === undefined ? sendAdminFailure(reply, alreadyOn) : reply.send(begun);
    });
}

function registerConfirm(app: FastifyInstance, context: AdminContext): void {
  const description =
    'Logins require a code from now on. Ends all other sessions, and returns the recovery codes, only once.';
  const response = { 200: recoveryCodesResponse, ...errorResponses };
  const schema = {
    tags,
    summary: 'Confirm one-time codes with a first code',
    description,
    security,
    body: secondFactorConfirmationBody,
    response,
  };
  app
    .withTypeProvider<ZodTypeProvider>()
    .post('/second-factor/confirm', { schema }, async (request, reply) => {
      const code = request.body.one_time_code.replaceAll(/\s/g, '');
      const audit = entry(context, request, 'second-factor.on');
      const outcome = await context.deps.secondFactor.confirm(code, audit);
      switch (outcome.kind) {
        case 'not-begun':
          return sendAdminFailure(reply, notBegun);
        case 'wrong':
          return sendAdminFailure(reply, invalid('one_time_code does not match this secret'));
        case 'on':
          await endOthers(context, request, context.guard.sessionOf(request).idDigest);
          return reply.send({ recovery_codes: [...outcome.recoveryCodes] });
      }
    });
}

function registerRemove(app: FastifyInstance, context: AdminContext): void {
  const response = { 204: z.null().describe('Logins require no code.'), ...errorResponses };
  const schema = {
    tags,
    summary: 'Remove one-time codes; requires the password and a code',
    security,
    body: secondFactorRemovalBody,
    response,
  };
  app
    .withTypeProvider<ZodTypeProvider>()
    .post('/second-factor/remove', { schema }, async (request, reply) => {
      const { secondFactor } = context.deps;
      if ((await secondFactor.state()).kind === 'off') return sendAdminFailure(reply, notBegun);
      const refusal = await confirmPassword(context, request, request.body);
      if (refusal !== undefined) return sendAdminFailure(reply, refusal);
      await secondFactor.remove(entry(context, request, 'second-factor.off'));
      return reply.code(204).send(null);
    });
}

const alreadyOn: AdminFailure = {
  kind: 'second-factor-state',
  detail: 'One-time codes are already set up; remove them first.',
};

const notBegun: AdminFailure = {
  kind: 'second-factor-state',
  detail: 'No one-time codes are set up or waiting for confirmation.',
};

/** Checks the password of a session's administrator once more. A wrong one does not end the session. */
async function confirmPassword(
  context: AdminContext,
  request: FastifyRequest,
  given: { readonly current_password: string; readonly one_time_code?: string | undefined },
): Promise<AdminFailure | undefined> {
  const session = context.guard.sessionOf(request);
  const refusal = await checkCredentials(context, {
    request,
    session,
    username: session.username,
    password: given.current_password,
    one_time_code: given.one_time_code,
  });
  if (refusal?.kind !== 'login-failed') return refusal;
  return { kind: 'confirmation-failed', detail: 'The current password is wrong.' };
}

function entry(context: AdminContext, request: FastifyRequest, action: string) {
  const target = context.guard.sessionOf(request).username;
  return context.entry(request, { action, target, before: null, after: null });
}

function invalid(detail: string): AdminFailure {
  return { kind: 'field-invalid', detail };
}

import type { AccountLoad, AccountSettings } from '@filmgate/core';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { signalOnDisconnect } from '../../http/signal-on-disconnect.ts';
import type { AdminContext } from '../context.ts';
import {
  accountRecord,
  accountResponse,
  type AccountRecord,
  accountTest,
  addedAccount,
  encodeAccount,
  encodeProbe,
} from '../schemas/account.ts';
import {
  type AccountChange,
  accountChangeBody,
  newAccountBody,
} from '../schemas/account-bodies.ts';
import { type AdminFailure, sendAdminFailure } from '../failure.ts';
import {
  accountNeeded,
  labelTaken,
  refuseFamilies,
  refuseKeyInUse,
  refuseProvider,
} from './account-refusals.ts';
import { readUnknownSlotEnds } from './unknown-slot-ends.ts';
import { errorResponses, idPath, pageOf, sessionSecurity as security } from '../schemas/page.ts';

const tags = ['Accounts'];
const notFound: AdminFailure = { kind: 'not-found', detail: 'There is no such account.' };

/** `accounts` [admin.accounts.manage]: the upstream accounts; their secrets are written and never read. */
export function registerAccounts(app: FastifyInstance, context: AdminContext): void {
  registerList(app, context);
  registerAdd(app, context);
  registerChange(app, context);
  registerRemove(app, context);
  registerTest(app, context);
}

function registerList(app: FastifyInstance, { deps }: AdminContext): void {
  const response = { 200: pageOf(accountRecord), ...errorResponses };
  app.get(
    '/accounts',
    { schema: { tags, summary: 'List accounts', security, response } },
    async (_request, reply) => {
      const loads = await deps.accounts.loads();
      const view = await viewOf(deps, loads);
      return reply.send({
        data: loads.map((load) => encodeAccount(load, view)),
        next_cursor: null,
      });
    },
  );
}

function registerAdd(app: FastifyInstance, context: AdminContext): void {
  const { deps } = context;
  const response = { 201: addedAccount, ...errorResponses };
  const schema = {
    tags,
    summary: 'Add and test an account',
    description:
      'Logs in at the provider and reads the balance, free of charge. The account runs no jobs until this test has succeeded, now or later.',
    security,
    body: newAccountBody,
    response,
  };
  app.withTypeProvider<ZodTypeProvider>().post('/accounts', { schema }, async (request, reply) => {
    const { label, endpoint = deps.providers[0] ?? '', ...change } = request.body;
    const refusal = refuseProvider(context, endpoint) ?? refuseFamilies(context, change.families);
    if (refusal !== undefined) return sendAdminFailure(reply, refusal);
    await deps.openProvider(endpoint);
    const id = `ac_${deps.ids.next()}`;
    const { unit } = deps.book.chargingAt(endpoint) ?? { unit: 'credits' };
    const awaitsTest = change.without_test !== true;
    const settings = { ...settingsOf(context, id, change), label, unit, awaitsTest };
    const audit = context.entry(request, {
      action: 'account.add',
      target: id,
      before: null,
      after: { id, endpoint, label, ...withoutSecret(change) },
    });
    const now = deps.clock.now();
    const outcome = await deps.accounts.add({ id, endpoint, settings, now, audit });
    if (outcome.kind === 'label-taken') return sendAdminFailure(reply, labelTaken);
    const signal = signalOnDisconnect(reply);
    const look = awaitsTest ? await deps.probeAccount({ id, signal }) : undefined;
    const added = await readAccount(context, id);
    if (added === undefined) return sendAdminFailure(reply, notFound);
    const test = look?.kind === 'probed' ? encodeProbe(look) : null;
    return reply.code(201).send({ account: added, test });
  });
}

function registerChange(app: FastifyInstance, context: AdminContext): void {
  const { deps } = context;
  const response = { 200: accountResponse, ...errorResponses };
  const schema = {
    tags,
    summary: 'Change an account',
    security,
    params: idPath,
    body: accountChangeBody,
    response,
  };
  app
    .withTypeProvider<ZodTypeProvider>()
    .patch('/accounts/:id', { schema }, async (request, reply) => {
      const { id } = request.params;
      const refusal = refuseFamilies(context, request.body.families);
      if (refusal !== undefined) return sendAdminFailure(reply, refusal);
      const before = await readAccount(context, id);
      if (before === undefined) return sendAdminFailure(reply, notFound);
      const inUse = await refuseKeyInUse(context, id, request.body);
      if (inUse !== undefined) return sendAdminFailure(reply, inUse);
      const settings = settingsOf(context, id, request.body);
      const audit = context.entry(request, {
        action: 'account.edit',
        target: id,
        before,
        after: { ...before, ...withoutSecret(request.body) },
      });
      const outcome = await deps.accounts.edit({ id, settings, now: deps.clock.now(), audit });
      if (outcome.kind === 'unknown') return sendAdminFailure(reply, notFound);
      if (outcome.kind === 'label-taken') return sendAdminFailure(reply, labelTaken);
      const after = (await readAccount(context, id)) ?? before;
      return reply.send({ account: after });
    });
}

function registerRemove(app: FastifyInstance, context: AdminContext): void {
  const { deps } = context;
  const response = {
    202: accountResponse.describe(
      'Draining: the account accepts no new jobs and is removed after its last job. Unsent jobs that requested this account fail with `account_removed`.',
    ),
    204: z
      .null()
      .describe('Removed. Unsent jobs that requested this account fail with `account_removed`.'),
    ...errorResponses,
  };
  const schema = { tags, summary: 'Remove an account', security, params: idPath, response };
  app.delete<{ Params: { id: string } }>('/accounts/:id', { schema }, async (request, reply) => {
    const { id } = request.params;
    const before = await readAccount(context, id);
    if (before === undefined) return sendAdminFailure(reply, notFound);
    const removal = { action: 'account.remove', target: id };
    const audit = context.entry(request, { ...removal, before, after: null });
    const outcome = await deps.removeAccount(id, audit);
    if (outcome.kind === 'unknown') return sendAdminFailure(reply, notFound);
    if (outcome.kind === 'needed') return sendAdminFailure(reply, accountNeeded(outcome.jobs));
    const after = outcome.kind === 'draining' ? await readAccount(context, id) : undefined;
    const { endedJobs } = outcome;
    if (endedJobs > 0)
      await context.audit(request, { ...removal, before: null, after: { ended_jobs: endedJobs } });
    return after === undefined ? reply.code(204).send() : reply.code(202).send({ account: after });
  });
}

/** Removes the secret from a change, for the log. */
function withoutSecret({ secret, ...change }: AccountChange): object {
  return { ...change, ...(secret !== undefined && { secret: 'changed' }) };
}

function registerTest(app: FastifyInstance, context: AdminContext): void {
  const { deps } = context;
  const response = { 200: accountTest, ...errorResponses };
  const schema = {
    tags,
    summary: 'Test an account at its provider',
    security,
    params: idPath,
    response,
  };
  app
    .withTypeProvider<ZodTypeProvider>()
    .post('/accounts/:id/test', { schema }, async (request, reply) => {
      const { id } = request.params;
      if ((await deps.accounts.find(id)) === undefined) return sendAdminFailure(reply, notFound);
      const asked = { action: 'account.test', target: id, before: null, after: null };
      await context.audit(request, asked);
      const outcome = await deps.probeAccount({ id, signal: signalOnDisconnect(reply) });
      const tested = outcome.kind === 'unknown' ? undefined : await readAccount(context, id);
      if (outcome.kind === 'unknown' || tested === undefined)
        return sendAdminFailure(reply, notFound);
      return reply.send({ ...encodeProbe(outcome), account: tested });
    });
}

function settingsOf({ deps }: AdminContext, id: string, change: AccountChange): AccountSettings {
  const { secret, label, families, enabled, concurrency, exclusive, budget, credits } = change;
  return {
    ...(label === undefined ? {} : { label }),
    ...(families === undefined ? {} : { families }),
    ...(enabled === undefined ? {} : { enabled }),
    ...(change.without_test === undefined ? {} : { awaitsTest: false }),
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(exclusive === undefined ? {} : { exclusive }),
    ...(budget === undefined ? {} : { budget }),
    ...(credits === undefined ? {} : { credits }),
    ...(secret === undefined ? {} : { sealedSecret: deps.sealSecret(id, secret) }),
  };
}

async function readAccount({ deps }: AdminContext, id: string): Promise<AccountRecord | undefined> {
  const load: AccountLoad | undefined = await deps.accounts.find(id);
  return load === undefined ? undefined : encodeAccount(load, await viewOf(deps, [load]));
}

async function viewOf(deps: AdminContext['deps'], loads: readonly AccountLoad[]) {
  const ends = await readUnknownSlotEnds(deps, loads);
  return { book: deps.book, ends, now: deps.clock.now() };
}

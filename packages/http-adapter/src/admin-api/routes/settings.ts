import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { AuditedChange } from '../audit.ts';
import type { AdminContext } from '../context.ts';
import type { ChangedSettings } from '../deps.ts';
import { sendAdminFailure } from '../failure.ts';
import { errorResponses, sessionSecurity as security } from '../schemas/page.ts';
import { type SettingRecord, settingChanges, settingList } from '../schemas/setting.ts';

const tags = ['Settings'];

/** `settings` [admin.settings.list]: values in force, their sources, and changes that take effect immediately. */
export function registerSettings(app: FastifyInstance, context: AdminContext): void {
  const { gatewaySettings } = context.deps;
  const response = { 200: settingList, ...errorResponses };
  const read = { tags, summary: 'List settings', security, response };
  app.get('/settings', { schema: read }, (_request, reply) =>
    reply.send({ data: gatewaySettings.list() }),
  );
  const change = { tags, summary: 'Change settings', security, body: settingChanges, response };
  app
    .withTypeProvider<ZodTypeProvider>()
    .put('/settings', { schema: change }, async (request, reply) => {
      const outcome = await gatewaySettings.change({
        requested: request.body,
        isOwnUnder: (origins) => context.guard.isOwn(request, origins),
        audit: (changed) => context.entry(request, audited(changed)),
      });
      if (outcome.kind === 'refused') {
        const detail = outcome.problems.join(' ');
        return sendAdminFailure(reply, { kind: 'field-invalid', detail });
      }
      return reply.send({ data: [...gatewaySettings.list()] });
    });
}

function audited({ before, after }: Omit<ChangedSettings, 'kind'>): AuditedChange {
  return {
    action: 'settings.change',
    target: after.map(({ name }) => name).join(','),
    before: byName(before),
    // The mask of a new secret looks like that of the old one.
    after: { ...byName(after), ...Object.fromEntries(after.filter(isNewSecret).map(asChanged)) },
  };
}

function byName(settings: readonly SettingRecord[]): object {
  return Object.fromEntries(settings.map(({ name, value, source }) => [name, { value, source }]));
}

function isNewSecret({ secret, source }: SettingRecord): boolean {
  return secret && source === 'stored';
}

function asChanged({ name, source }: SettingRecord): readonly [string, object] {
  return [name, { value: 'changed', source }];
}

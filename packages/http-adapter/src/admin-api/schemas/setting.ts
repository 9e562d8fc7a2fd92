import { z } from 'zod';

/** A setting as the console shows it (decisions §6 `settings`). */
export const setting = z.object({
  name: z.string().meta({ description: 'The variable in lower case without its prefix.' }),
  value: z.union([z.string(), z.number(), z.boolean()]).nullable().meta({
    description: 'In force now; lists and aliases as their variable is written; null is unset.',
  }),
  source: z.enum(['default', 'environment', 'stored']),
  secret: z.boolean().meta({ description: 'Of a secret the value is a mask, or empty, or null.' }),
  restart_required: z
    .boolean()
    .meta({ description: 'Comes from the environment alone and is read at the start.' }),
});

export type SettingRecord = z.infer<typeof setting>;

export const settingList = z.object({ data: z.array(setting) });

export const settingChanges = z.record(z.string(), z.unknown(), 'must be an object').meta({
  description:
    'Values by name: a text as the variable takes it, a number, true or false; a list may be an array, aliases an object. null gives a value back to the environment. All are stored, or none.',
});

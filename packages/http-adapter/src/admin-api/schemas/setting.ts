import { z } from 'zod';

/** A text in both languages of the console. */
const bothLanguages = z.object({ en: z.string(), zh: z.string() });

/** A setting as the console shows it: its value, and all a page needs to show and edit it. */
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
  variable: z.string().meta({ description: 'The environment variable.' }),
  group: z.enum([
    'keys',
    'reach',
    'models',
    'jobs',
    'retention',
    'sessions',
    'log',
    'process',
    'mock',
  ]),
  kind: z
    .enum(['text', 'number', 'flag', 'choice', 'list', 'map'])
    .meta({ description: 'A list is written with commas, a map as name=value with commas.' }),
  unit: z
    .enum([
      'tasks',
      'seconds',
      'minutes',
      'hours',
      'days',
      'times',
      'percent',
      'bytes',
      'mebibytes',
    ])
    .nullable(),
  minimum: z.number().nullable(),
  maximum: z.number().nullable(),
  choices: z.array(z.string()).meta({ description: 'What a choice may be; else empty.' }),
  can_be_made: z.boolean().meta({ description: 'A key of random bytes does.' }),
  title: bothLanguages,
  help: bothLanguages,
});

export type SettingRecord = z.infer<typeof setting>;

export const settingList = z.object({ data: z.array(setting) });

/** More settings than there are. */
const mostSettings = 200;

const hasFewNames = (changes: object): boolean => Object.keys(changes).length <= mostSettings;

export const settingChanges = z
  .record(z.string(), z.unknown(), 'must be an object')
  .refine(hasFewNames, `must have at most ${mostSettings} settings`)
  .meta({
    description:
      'Values by name: a text as the variable takes it; a numeric setting also takes a number, a switch true or false, a list an array, aliases an object. null gives a value back to the environment. All are stored, or none.',
  });

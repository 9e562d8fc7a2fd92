import { z } from 'zod';

/** A text in both languages of the console. */
const bothLanguages = z.object({ en: z.string(), zh: z.string() });

/** A setting as the console shows it: its value, and all a page needs to show and edit it. */
export const setting = z.object({
  name: z.string().meta({ description: 'Environment variable in lower case, without its prefix.' }),
  value: z.union([z.string(), z.number(), z.boolean()]).nullable().meta({
    description: 'Current value; lists and aliases as in the variable; null = unset.',
  }),
  source: z.enum(['default', 'environment', 'stored']),
  secret: z.boolean().meta({ description: 'True if the value is a mask, empty or null.' }),
  restart_required: z
    .boolean()
    .meta({ description: 'True if set in the environment only and read at the start.' }),
  variable: z.string().meta({ description: 'Environment variable.' }),
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
    .meta({ description: 'Lists are comma-separated, maps comma-separated name=value pairs.' }),
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
  choices: z.array(z.string()).meta({ description: 'Allowed values of a choice, or empty.' }),
  can_be_made: z.boolean().meta({ description: 'True if a random key can be generated for it.' }),
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
      'Values by name: a string as in the variable; alternatively a number for a numeric setting, true or false for a switch, an array for a list, an object for aliases. null removes the stored value. All values are stored, or none.',
  });

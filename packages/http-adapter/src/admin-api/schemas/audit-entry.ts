import { z } from 'zod';
import { oneText } from './filters.ts';
import { pageQuery, instant } from './page.ts';

/** Fields of what was changed, without secrets. */
export const auditValues = z.record(z.string(), z.unknown());

/** One line of the audit log [admin.audit-log]. */
export const auditEntry = z.object({
  id: z.string(),
  time: instant,
  actor: z.string(),
  action: z.string(),
  target: z.string(),
  before: auditValues.nullable(),
  after: auditValues.nullable(),
});

/** Filters of the audit log; an entry passes all that are given. */
export const auditQuery = z.object({
  ...pageQuery,
  actor: oneText.meta({ description: 'Who did it.' }),
  action: z
    .string('must be one text')
    .transform((text) => text.split(','))
    .optional()
    .meta({ description: 'One action, as `account.edit`, or several with commas.' }),
  target: oneText.meta({ description: 'Id of what it was done to.' }),
});

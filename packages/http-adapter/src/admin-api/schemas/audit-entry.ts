import { z } from 'zod';

/** One line of the audit log (decisions §6 `audit-log`). */
export const auditEntry = z.object({
  id: z.string(),
  time: z.string(),
  actor: z.string(),
  action: z.string(),
  target: z.string(),
  before: z.unknown(),
  after: z.unknown(),
});

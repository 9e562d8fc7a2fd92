import * as z from 'zod/mini';

const values = z.nullable(z.record(z.string(), z.unknown()));

/** One line of `GET /api/v1/admin/audit-log`. */
export const auditEntry = z.object({
  id: z.string(),
  time: z.string(),
  actor: z.string(),
  action: z.string(),
  target: z.string(),
  before: values,
  after: values,
});

export type AuditEntry = z.infer<typeof auditEntry>;

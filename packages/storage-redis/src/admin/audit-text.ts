import type { AuditEntry } from '@filmgate/core';
import { z } from 'zod';

const auditEntry = z.object({
  id: z.string(),
  at: z.number(),
  actor: z.string(),
  action: z.string(),
  target: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});

/** An entry of the audit log as Redis keeps it. */
export function auditText(entry: AuditEntry): string {
  return JSON.stringify(auditEntry.parse(entry));
}

export function readAuditText(text: string): AuditEntry {
  return Object.freeze(auditEntry.parse(JSON.parse(text)));
}

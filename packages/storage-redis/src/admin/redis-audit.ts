import type { AdminAccess, AuditEntry, AuditQuery } from '@filmgate/core';
import { z } from 'zod';
import type { OpenStore } from '../connection/open-store.ts';
import { readAudit, recordAudit } from './admin-scripts.ts';
import { readAuditText } from './audit-text.ts';

/** Entries read at a time while looking for those that pass the filters. */
const ENTRIES_PER_READ = 200;

const piece = z.tuple([z.number(), z.array(z.string())]);

/** The audit log: a list that only grows, in the order it was written. */
export function createAudit({
  scripts,
  keys: space,
}: OpenStore): Pick<AdminAccess, 'recordAudit' | 'audit'> {
  const keys = [space.audit, space.auditPlaces];
  return {
    recordAudit: async (entry) => {
      await scripts.change(recordAudit, { keys: [], args: [] }, { audit: entry });
    },
    audit: async (query) => {
      const found: AuditEntry[] = [];
      let place: number | '' = '';
      while (place !== 0 && found.length < query.limit) {
        const args = [query.before ?? '', place, ENTRIES_PER_READ];
        const [start, rows] = piece.parse(await scripts.read(readAudit, { keys, args }));
        const entries = rows.map(readAuditText);
        found.push(...entries.filter((entry) => passes(entry, query)));
        place = start;
      }
      return found.slice(0, query.limit);
    },
  };
}

function passes(entry: AuditEntry, { actor, actions, target }: AuditQuery): boolean {
  return (
    (actor === undefined || entry.actor === actor) &&
    actions?.includes(entry.action) !== false &&
    (target === undefined || entry.target === target)
  );
}

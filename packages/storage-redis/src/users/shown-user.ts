import type { ApiUser, QuotaUsage } from '@filmgate/core';
import { z } from 'zod';

/** The stored form of a user. */
export const userRecord = z.object({
  /** Order of creation, from 1. */
  number: z.number(),
  id: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  keyDigest: z.string(),
  keyHint: z.string(),
  /** Absent = no limit, as in records of releases that had none. */
  maxOpenJobs: z.number().optional(),
  maxRequestsPerMinute: z.number().optional(),
  createdAt: z.number(),
  /** Absent = null, as in records of an earlier release. */
  erasure: z
    .object({
      requestedAt: z.number(),
      // Lua drops null values.
      completedAt: z.number().nullable().default(null),
      remaining: z.number(),
    })
    .nullable()
    .default(null),
});

const text = z.string().nullable();
const sums = z.tuple([text, text, text, text]);
const view = z.tuple([z.string(), text, text, text, text, text]).nullable();

/** Parses what the scripts show of one user; undefined for an unknown one. */
export function readShownUser(shown: unknown): ApiUser | undefined {
  const found = view.parse(shown);
  if (found === null) return undefined;
  const [record, lastUse, ...usage] = found;
  return toUser(record, lastUse, readUsage(usage));
}

/** A user's record combined with the values stored beside it. */
export function toUser(record: string, lastUse: string | null, usage: QuotaUsage): ApiUser {
  const { id, name, enabled, keyHint, createdAt, erasure, ...limits } = userRecord.parse(
    JSON.parse(record),
  );
  const { maxOpenJobs = null, maxRequestsPerMinute = null } = limits;
  const lastUsedAt = lastUse === null ? null : Number(lastUse);
  const shown = { usage, maxOpenJobs, maxRequestsPerMinute };
  return Object.freeze({ id, name, enabled, keyHint, ...shown, createdAt, lastUsedAt, erasure });
}

/** An owner's used, reserved, held and limit. */
export function readUsage(reply: unknown): QuotaUsage {
  const [used, reserved, held, limit] = sums.parse(reply);
  return Object.freeze({
    used: Number(used ?? 0),
    reserved: Number(reserved ?? 0),
    held: Number(held ?? 0),
    limit: limit === null ? null : Number(limit),
  });
}

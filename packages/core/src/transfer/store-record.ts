import { z } from 'zod';
import type { Account } from '../account/account.ts';
import { budgetPeriods, nothingPaid } from '../account/budget.ts';
import { learnedLimitSchema } from '../account/learned.ts';
import { costUnits } from '../model/route.ts';
import type { AuditEntry } from '../ports/admin-access.ts';
import type { Erasure } from '../ports/api-users.ts';
import type { Asset, Holding } from '../ports/asset-index.ts';
import { jobParts } from '../job/job-parts.ts';
import { moneyMoves, type TrailMoney } from '../job/trail-step.ts';
import { jobSchema } from './job-schema.ts';

/** Version of the records below: an import that another version began starts over. */
export const storeRecordFormat = 4;

/** Kinds of records in a store, in order of transfer: a job's references come before the jobs. */
export const storeRecordKinds = [
  'value',
  'account',
  'api-user',
  'owner',
  'asset',
  'holding',
  'audit-entry',
  'job',
] as const;
export type StoreRecordKind = (typeof storeRecordKinds)[number];

/** Position among the records of its kind, rising; a position once given stays that record's. */
const order = z.number().int().positive();
const instant = z.number().nullable();

const paidIn = z.object({ since: z.number(), amount: z.number() });

const account: z.ZodType<Account> = z.object({
  id: z.string(),
  label: z.string(),
  endpoint: z.string(),
  families: z.array(z.string()),
  enabled: z.boolean(),
  draining: z.boolean(),
  awaitsTest: z.boolean(),
  concurrency: z.number(),
  exclusive: z.boolean(),
  condition: z.enum(['ready', 'cooling', 'exhausted', 'login_required']),
  coolingUntil: instant,
  unit: z.enum(costUnits).default('credits'),
  budget: z
    .object({ amount: z.number(), per: z.enum(budgetPeriods) })
    .nullable()
    .default(null),
  paid: z.object({ ever: paidIn, day: paidIn, month: paidIn }).default(nothingPaid),
  credits: z.number().nullable(),
  creditsSource: z.enum(['upstream', 'operator']),
  creditsCheckedAt: instant,
  errorStreak: z.number(),
  lastSuccessAt: instant,
  lastUsedAt: instant,
  hasSecret: z.boolean(),
  secretSince: instant,
  learned: z.array(learnedLimitSchema).default([]),
  lastError: z.string().nullable(),
});

const asset: z.ZodType<Asset> = z.object({
  id: z.string(),
  owner: z.string(),
  kind: z.enum(['image', 'video', 'audio']),
  contentType: z.string(),
  fileName: z.string(),
  size: z.number(),
  sha256: z.string(),
  createdAt: z.number(),
});

const holding: z.ZodType<Holding> = z.object({
  owner: z.string(),
  sha256: z.string(),
  size: z.number(),
  heldAt: z.number(),
});

const auditEntry: z.ZodType<AuditEntry> = z.object({
  id: z.string(),
  at: z.number(),
  actor: z.string(),
  action: z.string(),
  target: z.string(),
  origin: z.object({ address: z.string(), session: z.string().nullable() }).exactOptional(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});

const erasure: z.ZodType<Erasure> = z.object({
  requestedAt: z.number(),
  completedAt: instant,
  remaining: z.number(),
});

const money: z.ZodType<TrailMoney> = z.object({
  ledger: z.enum(['quota', 'credit']),
  move: z.enum(moneyMoves),
  amount: z.number(),
  unit: z.enum(costUnits),
  accountId: z.string().exactOptional(),
  after: z.object({ reserved: z.number(), held: z.number(), settled: z.number() }),
});

/** An event after a job's acceptance: a step, or in files of former releases a line from which steps are combined. */
const trailStep = z.union([
  z.object({
    kind: z.literal('step'),
    at: z.number(),
    what: z.string(),
    detail: z.record(z.string(), jobParts.json),
    money: z.array(money).readonly(),
  }),
  z.object({
    kind: z.literal('story'),
    at: z.number(),
    what: z.string(),
    detail: z.record(z.string(), jobParts.json),
  }),
  z.object({
    kind: z.literal('money'),
    at: z.number(),
    ledger: z.enum(['quota', 'credit']),
    move: z.string(),
    accountId: z.string().nullable(),
    /** Absent in the oldest files, which mean the job's cost. */
    amount: z.number().exactOptional(),
  }),
]);
export type TrailStepRecord = z.infer<typeof trailStep>;

/** The write-once dispatch record of a try, with the provider's response where one was recorded (I1). */
const storedDispatch = z.object({
  /** Submissions refused before it; names the try. */
  refusals: z.number(),
  correlationId: z.string(),
  requestDigest: z.string(),
  recordedAt: z.number(),
  sendDeadlineAt: z.number(),
  handle: z.string().nullable(),
  /** The account the handle is bound to, and `handleClaim`; null without one. */
  accountId: z.string().nullable(),
  handleClaim: z.string().nullable(),
  refusal: z.string().nullable(),
});
export type StoredDispatch = z.infer<typeof storedDispatch>;

/**
 * The idempotency key a job was accepted under (I3). Stores keep keys as digests, all of them equal: the first 22
 * characters of the base64url of SHA-256 over `<length of the scope in UTF-16 units>:<scope><key>`. The digest of a
 * claim without a key is `~` and the digest over scope and fingerprint, and the fingerprint here is empty.
 */
const claim = z.object({ digest: z.string(), fingerprint: z.string() });
export type KeyClaim = z.infer<typeof claim>;

/**
 * One record of a store in transfer. Counts derived from jobs (slots, queue depth, credits of accounts) are counted
 * again; an owner's sums are transferred, since they include jobs that were removed.
 */
export const storeRecordSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('value'), order, name: z.string(), value: z.string() }),
  z.object({
    kind: z.literal('account'),
    order,
    account,
    sealedSecret: z.string().nullable(),
    /** Instant at which the newest recorded probe was asked. */
    probedAt: instant,
  }),
  z.object({
    kind: z.literal('api-user'),
    order,
    id: z.string(),
    name: z.string(),
    enabled: z.boolean(),
    keyDigest: z.string(),
    keyHint: z.string(),
    maxOpenJobs: z.number().nullable(),
    maxRequestsPerMinute: z.number().nullable(),
    createdAt: z.number(),
    lastUsedAt: instant,
    erasure: erasure.nullable(),
  }),
  z.object({
    kind: z.literal('owner'),
    order,
    name: z.string(),
    used: z.number(),
    reserved: z.number(),
    held: z.number(),
    limit: z.number().nullable(),
    linkEpoch: z.number(),
  }),
  z.object({ kind: z.literal('asset'), order, asset }),
  z.object({ kind: z.literal('holding'), order, holding }),
  z.object({ kind: z.literal('audit-entry'), order, entry: auditEntry }),
  z.object({
    kind: z.literal('job'),
    order,
    job: jobSchema,
    acceptedAt: z.number(),
    claim: claim.nullable(),
    trail: z.array(trailStep),
    dispatches: z.array(storedDispatch),
  }),
]);
export type StoreRecord = z.infer<typeof storeRecordSchema>;
export type StoreRecordOf<Kind extends StoreRecordKind> = Extract<StoreRecord, { kind: Kind }>;

/** Position up to which records were transferred. */
export const recordPositionSchema = z.object({ kind: z.enum(storeRecordKinds), order });
export type RecordPosition = z.infer<typeof recordPositionSchema>;

export type RecordCounts = Readonly<Record<StoreRecordKind, number>>;

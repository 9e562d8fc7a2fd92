import {
  type AccountSettings,
  budgetPeriods,
  catalogSchema,
  costUnits,
  type GatewayOptions,
  type ModelCatalog,
  type UpstreamClient,
} from '@filmgate/core';
import * as z from 'zod';
import type { RetentionTimes } from '../retention/create-retention.ts';
import type { RunnerOptions } from '../runner/runner-options.ts';

/** An account that the program itself manages. */
export interface OwnAccount {
  readonly id: string;
  /** The key of its client in `upstreams`. */
  readonly endpoint: string;
  readonly settings: AccountSettings & { readonly label: string };
}

/** Configuration of the gateway by the program, beside the adapters. */
export interface Wiring {
  readonly options: GatewayOptions;
  readonly accounts: readonly OwnAccount[];
  readonly runner: Partial<RunnerOptions>;
  readonly retention: Partial<RetentionTimes>;
  readonly upstreams: ReadonlyMap<string, UpstreamClient>;
}

/** Thrown when a gateway cannot run as configured. Nothing was opened or stored, and nothing is locked. */
export class WiringError extends Error {
  override readonly name = 'WiringError';
  readonly code = 'wiring';
  /** One sentence for each mistake. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** Maximum delay of a timer of Node, in ms; longer ones wrap and end at once. */
const longestTimerMs = 2 ** 31 - 1;
const amount = z.number().nonnegative();
const count = z.int().positive();
const duration = z.number().min(1);
const timer = duration.max(longestTimerMs);

type Numbers<Options> = { readonly [Name in keyof Options]: z.ZodType<Options[Name]> };

const optionsShape: Numbers<Omit<GatewayOptions, 'catalog'>> = {
  queueLimit: count,
  queueOwnerShare: count,
  ownerStorageBytes: amount,
  sendTimeoutMs: timer,
  readTimeoutMs: timer,
  resultFetchMs: duration,
  resultCopies: count,
  resultCopyBytes: z.number().positive(),
  resultIdleMs: timer,
  resultMinBytesPerSecond: amount,
  resultRoomBytes: amount,
  jobDeadlineMs: duration,
  unknownSlotMs: duration,
  resultRetentionMs: duration,
  maxResultBytes: z.number().positive(),
  maxAssetBytes: z.number().positive(),
};

const runnerShape: Numbers<Omit<RunnerOptions, 'nextTurn'>> = {
  holder: z.string().min(1),
  startsAtOnce: count,
  stepsAtOnce: count,
  slowAfterMs: timer,
  inFlightAtMost: count,
  stepsPerAccount: count,
  copiesWaiting: z.int().nonnegative(),
  copyBackMs: timer,
  leaseMs: timer,
  renewEveryMs: timer,
  idleMs: timer,
  blockedMs: timer,
  storePauseMs: timer,
  probeEveryMs: timer,
  givenUpMs: timer,
};

const retentionShape: Numbers<RetentionTimes> = {
  resultsMs: duration,
  jobsMs: duration,
  logsMs: duration,
  sessionIdleMs: duration,
  loginWindowMs: duration,
};

/** Each member may be absent; a name with `undefined` would replace a default. */
function mayLack(shape: Readonly<Record<string, z.ZodType>>) {
  return Object.fromEntries(
    Object.entries(shape).map(([name, type]) => [name, type.exactOptional()]),
  );
}

const given = z.strictObject({
  options: z.strictObject({ ...optionsShape, catalog: z.function() }),
  runner: z.strictObject(mayLack({ ...runnerShape, nextTurn: z.function() })),
  retention: z.strictObject(mayLack(retentionShape)),
  accounts: z.array(
    z.strictObject({
      id: z.string().min(1),
      endpoint: z.string(),
      settings: z.strictObject({
        label: z.string().trim().min(1).max(100),
        families: z.array(z.string()).min(1).optional(),
        enabled: z.boolean().optional(),
        awaitsTest: z.boolean().optional(),
        concurrency: count.max(1_000).optional(),
        exclusive: z.boolean().optional(),
        unit: z.enum(costUnits).optional(),
        budget: z
          .strictObject({ amount: z.int().nonnegative(), per: z.enum(budgetPeriods) })
          .nullish(),
        credits: z.int().nonnegative().nullish(),
        sealedSecret: z.string().min(1).optional(),
      }),
    }),
  ),
});

/**
 * Checks the program's configuration before anything is opened with it.
 *
 * @throws WiringError with a sentence for each mistake
 */
export function checkWiring(wiring: Wiring): void {
  const { upstreams: _, ...rest } = wiring;
  const { error } = given.safeParse(rest);
  const problems =
    error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}.`) ??
    problemsOfWhole(wiring);
  if (problems.length > 0) throw new WiringError(problems);
}

/** Finds problems that only all parts together show. */
function problemsOfWhole({ options, accounts, upstreams }: Wiring): readonly string[] {
  const { data: catalog, error } = catalogSchema.safeParse(options.catalog());
  if (catalog === undefined)
    return error.issues.map(({ path, message }) => `catalog.${path.join('.')}: ${message}.`);
  const known = namesOf(upstreams.keys());
  const unknown = accounts
    .filter(({ endpoint }) => !upstreams.has(endpoint))
    .map(({ id, endpoint }) => `Account ${id} belongs to ${endpoint}; upstreams has ${known}.`);
  const families = accounts.flatMap((account) => familyProblems(account, catalog));
  return [...unknown, ...families, ...unmade(catalog, upstreams)];
}

function familyProblems(
  { id, settings: { families = ['*'] } }: OwnAccount,
  catalog: ModelCatalog,
): readonly string[] {
  const offered = catalog.families.map((family) => family.id);
  return families
    .filter((family) => family !== '*' && !offered.includes(family))
    .map((family) => `Account ${id}: the catalog has no family ${family}.`);
}

/** Finds a catalog none of whose routes leads to a client. An account may be added later, a client cannot. */
function unmade(catalog: ModelCatalog, upstreams: Wiring['upstreams']): readonly string[] {
  const providers = new Set(
    catalog.families.flatMap(({ routes }) => routes.map(({ endpoint }) => endpoint)),
  );
  if ([...providers].some((endpoint) => upstreams.has(endpoint))) return [];
  const known = namesOf(upstreams.keys());
  return [`The catalog routes to ${namesOf(providers)}; upstreams has ${known}.`];
}

function namesOf(names: Iterable<string>): string {
  const all = [...names];
  return all.length === 0 ? 'nothing' : all.join(', ');
}

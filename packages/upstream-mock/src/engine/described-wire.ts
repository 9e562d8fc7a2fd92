import type { RuledOp } from '../faults/ruled-op.ts';
import type { ProviderReply, ProviderResponse } from '../http/provider-request.ts';
import type { MockJob } from '../job/mock-job.ts';
import type { WordCallback } from '../job/word-callback.ts';
import { readBearer } from './authorization.ts';
import { withDataLinks } from './data-links.ts';
import { EngineSpace } from './engine-space.ts';
import { fileReply } from './file-reply.ts';
import { pathPattern, type PathPattern } from './path-pattern.ts';
import type {
  CreatePersonality,
  Personality,
  PersonalityCall,
  PersonalityContext,
  RouteOperations,
} from './personality.ts';
import { reportTask } from './report-task.ts';
import type { DescribedRoute } from './routes.ts';
import { takeSubmission } from './take-submission.ts';
import type { WireCall } from './wire-call.ts';
import type { WireDescription } from './wire-description.ts';

/** A route with its compiled path. */
type CompiledRoute = DescribedRoute & { readonly pattern: PathPattern };

/** Makes a provider's API of its description. */
export function createWire(description: WireDescription): CreatePersonality {
  const routes = description.routes.map((route) => ({
    ...route,
    pattern: pathPattern(route.path),
  }));
  const operations = new Map(routes.map(({ name, kind }) => [name, operationOf[kind]]));
  const create = (context: PersonalityContext) =>
    new DescribedWire(context, description, { routes, operations });
  return Object.assign(create, { routes: operations });
}

/** Operation of each kind of route; null if it is one of several. */
const operationOf: { readonly [kind in DescribedRoute['kind']]: RuledOp | null } = {
  submission: 'submit',
  read: 'status',
  reads: 'status',
  list: 'list',
  end: 'cancel',
  other: null,
};

class DescribedWire implements Personality {
  readonly #description: WireDescription;
  readonly #routes: readonly CompiledRoute[];
  readonly #space: EngineSpace;
  readonly routes: RouteOperations;
  readonly hosts?: ReadonlySet<string>;
  readonly links?: Personality['links'] & {};
  readonly wordCallback?: WordCallback;

  constructor(
    context: PersonalityContext,
    description: WireDescription,
    given: { readonly routes: readonly CompiledRoute[]; readonly operations: RouteOperations },
  ) {
    this.#description = description;
    this.#routes = given.routes;
    this.routes = given.operations;
    const space = new EngineSpace(context, description);
    this.#space = space;
    const { callback, facts, hosts, servesFiles = false } = description;
    if (hosts !== undefined) this.hosts = hosts;
    if (!servesFiles) this.links = space.links;
    if (callback === undefined) return;
    this.wordCallback = (occasion) => {
      const { at, job } = occasion;
      const base = job.callback?.base ?? '';
      const link = () => space.links.to(job, base);
      return callback(reportTask(job, facts, { at, base, link }), occasion, space);
    };
  }

  async handle(received: PersonalityCall): Promise<ProviderReply> {
    const { headers, meant } = this.#description;
    const call = meant?.(received) ?? received;
    const direct = await this.#respond(call);
    const space = this.#space;
    const reply = space.hasDataLinks ? await withDataLinks(direct, space) : direct;
    if (headers === undefined || reply.kind !== 'response') return reply;
    return { ...reply, headers: { ...reply.headers, ...headers(call, this.#space) } };
  }

  async #respond(call: PersonalityCall): Promise<ProviderReply> {
    const { before, servesFiles } = this.#description;
    const { pathname, searchParams } = call.url;
    const space = this.#space;
    if (servesFiles === true && pathname.startsWith('/files/') && searchParams.has('via'))
      return fileReply(call, { links: space.links, results: space.results });
    const matching = this.#routes.flatMap((route) => {
      const values = route.pattern(pathname);
      return values === undefined ? [] : [{ route, values }];
    });
    const fitting = matching.filter(({ route }) => route.method === call.method);
    for (const { route, values } of fitting.filter(isOpen)) {
      const reply = await this.#serve(route, { ...call, account: '', values, space });
      if (reply !== undefined) return reply;
    }
    const admission = this.#admit(call);
    if (admission.kind === 'refused') return admission.reply;
    const { account } = admission;
    const refused = before?.({ ...call, account, values: {}, space });
    if (refused !== undefined && matching.length > 0) return refused;
    for (const { route, values } of fitting) {
      if (isOpen({ route })) continue;
      const reply = await this.#serve(route, { ...call, account, values, space });
      if (reply !== undefined) return reply;
    }
    return this.#unknown(call, matching.length > 0 && fitting.length === 0);
  }

  #unknown({ method, url }: PersonalityCall, isWrongMethod: boolean): ProviderResponse {
    const { missing, unknownRoute, wrongMethod } = this.#description;
    if (isWrongMethod && wrongMethod !== undefined) return this.#space.refuse(wrongMethod);
    const spoken = this.#routes.map((route) => `${route.method} ${route.path}`).join(', ');
    const message = `no route ${method} ${url.pathname}; routes: ${spoken}`;
    return unknownRoute?.(message) ?? this.#space.refuse(missing, message);
  }

  #admit(call: PersonalityCall) {
    const { credential = readBearer, credentialCodes = {}, facts } = this.#description;
    const refused = (code: string) =>
      ({ kind: 'refused', reply: this.#space.refuse(code) }) as const;
    const read = credential(call, this.#space);
    if (read.kind === 'refused') return refused(read.code);
    if (read.kind !== 'account') return refused(credentialCodes.missing ?? facts.refusals.login);
    switch (this.#space.world.account(read.account).login) {
      case 'valid':
        return { kind: 'admitted', account: read.account } as const;
      case 'expired':
        return refused(credentialCodes.expired ?? facts.refusals.login);
      case 'banned':
        return refused(facts.refusals.forbidden);
    }
  }

  async #serve(route: CompiledRoute, call: WireCall): Promise<ProviderReply | undefined> {
    const space = this.#space;
    space.world.requestHistory.exchanges.routes(route.name);
    const { account } = call;
    switch (route.kind) {
      case 'submission':
        return this.#submit(route, call);
      case 'read': {
        const job = await this.#find(route, call);
        if ('kind' in job) return job;
        return space.disturbedRead(job) ?? route.respond(space.report(job, call), call);
      }
      case 'reads': {
        const found = route.find(call);
        return 'kind' in found ? found : this.#read(found, route, call);
      }
      case 'list':
        return space.ruled('list', { account }) ?? route.respond(space.listed(account), call);
      case 'end': {
        const job = await this.#find(route, call);
        if ('kind' in job) return job;
        const missing = () => space.refuse(this.#description.missing);
        return space.cancel(job, async () => (await route.act(job, call)) ?? missing());
      }
      case 'other':
        return route.respond(call);
    }
  }

  #read(
    { jobs, searched: key }: { readonly jobs: readonly MockJob[]; readonly searched?: string },
    { respond }: Extract<CompiledRoute, { readonly kind: 'reads' }>,
    call: WireCall,
  ) {
    const space = this.#space;
    const subject = { account: call.account, job: jobs[0] };
    const ruled = key === undefined ? undefined : space.ruled('search', { ...subject, key });
    if (ruled !== undefined) return ruled;
    for (const job of jobs) {
      const disturbed = space.disturbedRead(job);
      if (disturbed !== undefined) return disturbed;
    }
    return respond(
      jobs.map((job) => space.report(job, call)),
      call,
    );
  }

  async #find(
    { find }: Extract<CompiledRoute, { readonly kind: 'read' | 'end' }>,
    call: WireCall,
  ): Promise<MockJob | ProviderResponse> {
    return (await find(call)) ?? this.#space.refuse(this.#description.missing);
  }

  async #submit(
    { read, habits }: Extract<CompiledRoute, { readonly kind: 'submission' }>,
    call: WireCall,
  ): Promise<ProviderReply | undefined> {
    const description = this.#description;
    const space = this.#space;
    const body = await read(call);
    switch (body?.kind) {
      case undefined:
      case 'response':
        return body;
      case 'too-long':
        return space.refuse(
          description.tooLong ?? description.facts.refusals.invalid,
          'The body is too long.',
        );
      case 'invalid':
        return space.invalid(body.field, body.message);
      case 'read':
        return takeSubmission({ call, space, description, habits }, body.value, body.digest);
    }
  }
}

/** True for a route that needs no credential. */
function isOpen({ route }: { readonly route: CompiledRoute }): boolean {
  return route.kind === 'other' && route.isOpen;
}

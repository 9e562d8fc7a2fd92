import * as z from 'zod';
import { nextFaults } from '../page/control-part.ts';
import type { SubmissionRules } from '../faults/submission-rules.ts';
import type { MockSpace } from '../space/mock-space.ts';
import { printMode } from '../job/clock-setting.ts';
import type { ControlCall } from './control-route.ts';
import { controlRoutes } from './control-routes.ts';
import { readQuery } from '../input/strict-input.ts';

/** Maximum size of a form, in bytes. */
const longestForm = 10_000;

const formShape = {
  do: z.enum(['advance', 'next', 'idle', 'freeze', 'run', 'fault', 'forget', 'reset']),
  ms: z.string().transform(Number).optional(),
  op: z.enum(nextFaults.map(({ op }) => op)).optional(),
  fault: z.string().optional(),
  rule: z.string().optional(),
};
type Form = z.output<z.ZodObject<typeof formShape>>;

/** A call to the control route of a button. */
interface Order {
  readonly method?: 'DELETE';
  readonly path: 'clock' | 'rules' | 'reset';
  readonly body?: object;
  readonly query?: Readonly<Record<string, string>>;
}

export type FormAct =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly message: string };

const refusalSchema = z.object({ error: z.object({ message: z.string() }) });

/** Performs the action of a button, like the control route of the same name. */
export async function actByForm(space: MockSpace, call: ControlCall): Promise<FormAct> {
  if (call.bytes.length > longestForm)
    return { kind: 'refused', message: `a form has at most ${longestForm} bytes` };
  const form = readQuery(new URLSearchParams(Buffer.from(call.bytes).toString('utf8')), formShape);
  if (form.kind === 'refused') return form;
  if (form.value.do === 'fault') return layDown(space.world.rules, form.value);
  const { method = 'POST', path, body, query } = orders[form.value.do](form.value, space);
  const route = controlRoutes.find((row) => row.method === method && row.path === path);
  if (route === undefined) throw new Error(`There is no route ${method} ${path}.`);
  const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body));
  const reply = await route.handle(space, { ...call, bytes, query: new URLSearchParams(query) });
  if (reply.status < 300) return { kind: 'done' };
  const said = refusalSchema.parse(JSON.parse(Buffer.from(reply.body).toString('utf8')));
  return { kind: 'refused', message: said.error.message };
}

/** The order of each button but that of a fault. */
const orders: {
  readonly [act in Exclude<Form['do'], 'fault'>]: (form: Form, space: MockSpace) => Order;
} = {
  advance: ({ ms = null }) => ({ path: 'clock', body: { advance: ms } }),
  next: () => ({ path: 'clock', body: { next: true } }),
  idle: () => ({ path: 'clock', body: { untilIdle: true } }),
  freeze: () => ({ path: 'clock', body: { mode: 'frozen' } }),
  run: (_, { world: { clock } }) => ({
    path: 'clock',
    body: { mode: printMode(clock.running()) },
  }),
  reset: () => ({ path: 'reset' }),
  forget: ({ rule = '' }) => ({ method: 'DELETE', path: 'rules', query: { name: rule } }),
};

/** Names of rules that the page creates. */
const ownName = /^next-\d+$/;

/** Creates a rule for the next request. The page's completed rules are removed, to stay below the limit. */
function layDown(rules: SubmissionRules, { op, fault }: Form): FormAct {
  const offered = nextFaults.find((one) => one.op === op)?.faults ?? [];
  if (fault === undefined || !offered.some(([known]) => known === fault))
    return { kind: 'refused', message: 'the form names no operation and fault of the page' };
  for (const { rule, decided } of rules.all()) {
    if (ownName.test(rule.name) && rule.times === decided) rules.remove(rule.name);
  }
  const when = op === 'submit' ? {} : { op };
  const message = rules.refusalOf();
  if (message !== undefined) return { kind: 'refused', message };
  rules.put({ name: freeName(rules), when, outcome: { fault }, times: 1 });
  return { kind: 'done' };
}

function freeName(rules: SubmissionRules): string {
  const taken = new Set(rules.all().map(({ rule }) => rule.name));
  let number = 1;
  while (taken.has(`next-${number}`)) number += 1;
  return `next-${number}`;
}

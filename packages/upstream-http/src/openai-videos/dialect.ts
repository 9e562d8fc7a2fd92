import type { JsonValue } from '@filmgate/core';
import { z } from 'zod';
import type { OfferedFamily } from '../engine/provider-description.ts';
import { wanFamily } from './wan-family.ts';

/** Differences between servers of the OpenAI videos shape. */
export interface Dialect {
  /** Origin of its refusals; `filmgate` = another gateway of this kind. */
  readonly like: 'standard' | 'filmgate';
  readonly body: 'json' | 'multipart';
  /** Form of `seconds`. */
  readonly seconds: 'text' | 'number';
  /** Location of its video: at `/videos/{id}/content`, or at a URL the task names. */
  readonly result: 'content' | 'url';
  /** True if `GET /videos` lists tasks with their parameters, in which a lost one may be found. */
  readonly list: boolean;
  /** True if it reads `negative_prompt`. */
  readonly negativePrompt: boolean;
  /** Families that each of its servers can make. */
  readonly families: readonly OfferedFamily[];
}

const standard: Dialect = {
  like: 'standard',
  body: 'json',
  seconds: 'text',
  result: 'content',
  list: false,
  negativePrompt: false,
  families: [],
};

/** Named dialects: values that are not given are as in `standard`. */
const dialects = {
  standard,
  'vllm-omni': { ...standard, body: 'multipart', negativePrompt: true, families: [wanFamily] },
  filmgate: { ...standard, like: 'filmgate' },
} as const satisfies { readonly [name: string]: Dialect };

const names = ['standard', 'vllm-omni', 'filmgate'] as const;
const nameSchema = z.enum(names);
const ownSchema = z.strictObject({
  like: nameSchema.default('standard'),
  body: z.enum(['json', 'multipart']).exactOptional(),
  seconds: z.enum(['text', 'number']).exactOptional(),
  result: z.enum(['content', 'url']).exactOptional(),
  list: z.boolean().exactOptional(),
  negative_prompt: z.boolean().exactOptional(),
});
const optionsSchema = z.strictObject({
  dialect: z.union([nameSchema, ownSchema]).default('standard'),
});

/**
 * Returns the dialect of an endpoint's options.
 *
 * @param known - the protocol and the options it has beside `dialect`
 * @throws Error that names the unknown option
 */
export function readDialect(
  options: { readonly [option: string]: JsonValue },
  known: readonly [protocol: string, ...options: string[]] = ['openai-videos'],
): Dialect {
  const parsed = optionsSchema.safeParse(options);
  if (!parsed.success) throw new Error(problemOf(options, known));
  const { dialect } = parsed.data;
  if (typeof dialect === 'string') return dialects[dialect];
  const { like, negative_prompt: negativePrompt, ...changes } = dialect;
  return {
    ...dialects[like],
    ...changes,
    ...(negativePrompt !== undefined && { negativePrompt }),
  };
}

function problemOf(
  options: { readonly [option: string]: JsonValue },
  [protocol, ...beside]: Parameters<typeof readDialect>[1] & {},
): string {
  const { dialect, ...others } = options;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    return `The protocol ${protocol} does not have the option "${unknown}", only "${['dialect', ...beside].join('", "')}".`;
  const isObject = typeof dialect === 'object' && dialect !== null && !Array.isArray(dialect);
  if (!isObject) return `The option "dialect" must be one of ${names.join(', ')}, or an object.`;
  const known = Object.keys(ownSchema.shape);
  const strange = Object.keys(dialect).find((field) => !known.includes(field));
  const issue = ownSchema.safeParse(dialect).error?.issues[0]?.path.join('.') ?? '';
  return strange === undefined
    ? `The option "dialect.${issue}" has an unknown value.`
    : `The option "dialect" does not have the field "${strange}", only ${known.join(', ')}.`;
}

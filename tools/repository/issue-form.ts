import * as z from 'zod';

/** Name of a field in submitted forms, and in links that fill it in. */
const id = z.string().regex(/^[\w-]+$/u);
const label = z.string().min(1);
const validations = z.strictObject({ required: z.boolean() }).optional();
const texts = {
  label,
  description: z.string().optional(),
  placeholder: z.string().optional(),
  value: z.string().optional(),
};

const field = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('markdown'),
    attributes: z.strictObject({ value: z.string().min(1) }),
  }),
  z.strictObject({ type: z.literal('input'), id, attributes: z.strictObject(texts), validations }),
  z.strictObject({
    type: z.literal('textarea'),
    id,
    attributes: z.strictObject({ ...texts, render: z.string().optional() }),
    validations,
  }),
  z.strictObject({
    type: z.literal('dropdown'),
    id,
    attributes: z.strictObject({
      label,
      description: z.string().optional(),
      options: z.array(z.string().min(1)).min(1),
    }),
    validations,
  }),
]);

/** A form of GitHub (docs.github.com, "Syntax for GitHub's form schema", 2026-11), as far as the project uses it. */
const issueForm = z.strictObject({
  name: z.string().min(1),
  description: z.string().min(1),
  labels: z.array(z.string()).optional(),
  body: z.array(field).min(1),
});

export interface IssueForm {
  /** Ids of required fields. */
  readonly required: readonly string[];
  /** All texts of the form. */
  readonly text: string;
}

/**
 * @param content of the file, once parsed
 * @throws z.ZodError for content that GitHub would not show as a form; RangeError if an id or a label occurs twice,
 * which GitHub rejects, too
 */
export function readIssueForm(content: unknown): IssueForm {
  const { body } = issueForm.parse(content);
  const fields = body.flatMap((one) => (one.type === 'markdown' ? [] : [one]));
  for (const names of [fields.map((one) => one.id), fields.map((one) => one.attributes.label)])
    if (new Set(names).size < names.length) throw new RangeError(`twice in ${names.join(', ')}`);
  return {
    required: fields.filter((one) => one.validations?.required === true).map((one) => one.id),
    text: JSON.stringify(body),
  };
}

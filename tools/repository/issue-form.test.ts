import { expect, it } from 'vitest';
import { readIssueForm } from './issue-form.ts';

const input = { type: 'input', id: 'one', attributes: { label: 'One' } };
const required = {
  ...input,
  id: 'two',
  attributes: { label: 'Two' },
  validations: { required: true },
};
const form = (...body: readonly object[]) => ({ name: 'Sample', description: 'A form.', body });
const dropdown = (options: readonly unknown[]) => ({
  type: 'dropdown',
  id: 'one',
  attributes: { label: 'One', options },
});

it('a form tells what it asks for', () => {
  const heading = { type: 'markdown', attributes: { value: 'Remove secrets.' } };
  const { required: asked, text } = readIssueForm(form(heading, input, required));
  expect(asked).toEqual(['two']);
  expect(text).toContain('Remove secrets.');
  expect(readIssueForm(form(dropdown(['A', 'B']))).required).toEqual([]);
});

it.each<[string, object]>([
  ['no body', form()],
  ['a field of no kind', form({ ...input, type: 'text' })],
  ['a field without a label', form({ ...input, attributes: {} })],
  ['a field with an unknown key', form({ ...input, validation: { required: true } })],
  ['a choice of nothing', form(dropdown([]))],
  ['a choice that YAML reads as a truth', form(dropdown([true]))],
  ['an id twice', form(required, { ...input, id: 'two' })],
  ['a label twice', form(input, { ...required, attributes: input.attributes })],
  ['no name', { ...form(input), name: undefined }],
])('a form with %s is refused', (_what, content) => {
  expect(() => readIssueForm(content)).toThrow();
});

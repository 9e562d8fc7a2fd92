import { describe, expect, it } from 'vitest';
import { aspectPromptCases } from './aspect-prompt-cases.ts';
import { requirements } from './index.ts';

const idForm = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)+$/;
/** A section of the contract or of a standard, or the document in which we promise what the contract leaves out. */
const sourceForm =
  /^(?:(?:video-task-api|local-generation-api|decisions|architecture|RFC \d+) §|(?:docs\/[a-z-]+|SECURITY|ARCHITECTURE)(?:,|$))/;

function repeated(values: readonly string[]): readonly string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

describe('requirements', () => {
  it('have ids of kebab-case parts joined by dots', () => {
    expect(requirements.map(({ id }) => id).filter((id) => !idForm.test(id))).toEqual([]);
  });

  it('have one entry per id and per sentence', () => {
    expect(repeated(requirements.map(({ id }) => id))).toEqual([]);
    expect(repeated(requirements.map(({ text }) => text))).toEqual([]);
  });

  it('name a section of a document and end in a full stop or a pattern', () => {
    expect(
      requirements.map(({ source }) => source).filter((source) => !sourceForm.test(source)),
    ).toEqual([]);
    expect(requirements.filter(({ text }) => !/[.…]$/u.test(text))).toEqual([]);
  });
});

describe('aspect prompt cases', () => {
  it('show each rule by a requirement that exists', () => {
    const ids = new Set(requirements.map(({ id }) => id));
    const unknown = aspectPromptCases.filter(({ rule }) => !ids.has(`tasks.aspect.${rule}`));
    expect(unknown).toEqual([]);
  });

  it('are at least 120 different prompts, in English and in Chinese, with each answer', () => {
    const prompts = aspectPromptCases.map(({ prompt }) => prompt);
    expect(repeated(prompts)).toEqual([]);
    expect(prompts.length).toBeGreaterThanOrEqual(120);
    expect(prompts.filter((prompt) => /\p{Script=Han}/u.test(prompt)).length).toBeGreaterThan(40);
    expect(new Set(aspectPromptCases.map(({ aspect }) => aspect)).size).toBe(4);
  });
});

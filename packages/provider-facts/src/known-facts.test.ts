import { describe, expect, it } from 'vitest';
import { knownFacts } from './known-facts.ts';
import { type ErrorFact, errorOf } from './provider-facts.ts';

function fits(pattern: string, code: string): boolean {
  return pattern.endsWith('*') ? code.startsWith(pattern.slice(0, -1)) : pattern === code;
}

describe.each(knownFacts)('facts of $provider', (facts) => {
  it('have one error of each code, and one for each reason to refuse', () => {
    const codes = facts.errors.map(({ code }) => code);
    expect(codes.length).toBeGreaterThan(0);
    expect(new Set(codes).size).toBe(codes.length);
    for (const code of Object.values(facts.refusals)) expect(codes).toContain(code);
    expect(() => errorOf(facts, facts.unlisted.code)).toThrow(facts.provider);
  });

  it('have another error with the same proof for each one that stands for no code', () => {
    const isCovered = ({ code, status, proves }: ErrorFact) =>
      facts.errors.some(
        (other) =>
          other.status === status &&
          JSON.stringify(other.proves) === JSON.stringify(proves) &&
          (other.stands ?? []).some((pattern) => fits(pattern, code)),
      );
    const members = facts.errors.filter(({ stands }) => stands?.length === 0);
    expect(members.filter((member) => !isCovered(member))).toEqual([]);
  });
});

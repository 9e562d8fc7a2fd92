/**
 * What the kit needs of a test runner; vitest's, node:test's and jest's `describe` and `it` all fit. Assertions
 * come with the kit, so that a law means the same under every runner.
 */
export interface ConformanceRunner {
  describe(name: string, body: () => void): void;
  /** `timeoutMs` is passed for the few laws that run many cases; runners may ignore it. */
  it(name: string, body: () => Promise<void>, timeoutMs?: number): void;
}

/** Returns a prompt whose generation outlasts every test, so that its task stays in progress. */
export function parked(text: string): string {
  return `${text}\n[[mock:run=99999s]]`;
}

/** Returns a prompt whose generation ends at once. */
export function instant(text: string, ...tokens: readonly string[]): string {
  return `${text}\n[[mock:${['queue=0s', 'run=0s', ...tokens].join(',')}]]`;
}

/** Returns the cheapest body that is accepted. */
export function smallest(prompt: string) {
  return { prompt, resolution: '720p', seconds: 5 } as const;
}

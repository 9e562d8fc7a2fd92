/** The environment variable of a setting. */
export function variableOf(name: string): string {
  return `FILMGATE_${name.toUpperCase()}`;
}

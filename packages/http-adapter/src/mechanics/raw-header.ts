/**
 * Every line of one header as it arrived. Node joins some repeated lines and drops others, so `headers` cannot tell
 * a repeat from a single line (Node `http.IncomingMessage.headers`).
 *
 * @param rawHeaders - names and values in turn, as in `IncomingMessage.rawHeaders`
 * @param name - lower-case header name
 */
export function headerLines(rawHeaders: readonly string[], name: string): readonly string[] {
  const lines: string[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const candidate = rawHeaders[index];
    const value = rawHeaders[index + 1];
    if (candidate === undefined || value === undefined) continue;
    if (candidate.length === name.length && candidate.toLowerCase() === name) lines.push(value);
  }
  return lines;
}

export interface KeyCalls {
  /** Makes a short video, only once even when run repeatedly; the response has the task's id. */
  readonly create: string;
  /** Reads the task; `ID` is a placeholder for the id. */
  readonly read: string;
}

/** First calls with a key, as shell commands. */
export function makeKeyCalls(at: { readonly url: string; readonly key: string }): KeyCalls {
  const videos = `${at.url.replace(/\/$/, '')}/v1/videos`;
  const header = `  -H ${quote(`Authorization: Bearer ${at.key}`)}`;
  const body = { prompt: 'Paper boats on a rainy street', seconds: 5, resolution: '720p' };
  const lines = [
    `curl -s ${quote(videos)}`,
    header,
    `  -H 'Content-Type: application/json'`,
    `  -H 'Idempotency-Key: my-first-video'`,
    `  -d ${quote(JSON.stringify(body))}`,
  ];
  return {
    create: lines.join(' \\\n'),
    read: [`curl -s ${quote(`${videos}/ID`)}`, header].join(' \\\n'),
  };
}

/** Quotes any text as one word of a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

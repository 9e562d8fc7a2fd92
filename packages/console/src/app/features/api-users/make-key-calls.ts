export interface KeyCalls {
  /** Makes a short video, once however often it is run; the response has its id. */
  readonly create: string;
  /** Asks for it, with `ID` where the id belongs. */
  readonly read: string;
}

/** First calls with a key, as one runs them in a shell. */
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

/** As one word of a POSIX shell, whatever is in it. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

import { defaultModel, type ModelCatalog, routesInUse } from '@filmgate/core';
import type { Quickstart } from '../compose/quickstart.ts';
import { mockEndpoint } from '../providers/endpoints.ts';

/** Content of the banner. */
interface Started {
  readonly dataDirectory: string;
  /** True if the administrator replaced the password of the first start. A chosen password is not printed. */
  readonly isPasswordChosen: boolean;
  readonly catalog: ModelCatalog;
  /** Sentences about accounts that cannot be used. */
  readonly problems: readonly string[];
}

/** Text of `npm start` when it is ready: addresses, the page to open, and a command for a first video. */
export function startBanner(
  quickstart: Quickstart,
  { dataDirectory, isPasswordChosen, catalog, problems }: Started,
): string {
  const { tasks_url, local_url, service_api_key, admin } = quickstart;
  const serviceKey = service_api_key === '' ? '' : `        key: ${service_api_key}`;
  const password = isPasswordChosen
    ? 'the password chosen in the console'
    : `password ${admin.password}`;
  const attention = problems.map((problem) => `  ! ${problem}\n`).join('');
  return `
Filmgate is ready. Stop it with Ctrl-C. All credentials are in ${dataDirectory}/quickstart.json.

  Video Task API         ${tasks_url}        docs: ${tasks_url}/docs
  Local Generation API   ${local_url}        docs: ${local_url}/docs${serviceKey}
  Administration         ${local_url}/console

${attention === '' ? '' : `${attention}\n`}Open ${local_url}/video and log in as ${admin.username} with ${password}.
${firstVideo(quickstart, catalog)}`;
}

/** Commands that make a first video from what the catalog offers. */
function firstVideo(
  { tasks_url, local_url, api_user, service_api_key }: Quickstart,
  catalog: ModelCatalog,
): string {
  const intro = `Or generate a first video with curl${costOf(catalog)}:\n\n`;
  const json = "-H 'Content-Type: application/json'";
  if (defaultModel(catalog, 'tasks') !== undefined) {
    const tasks = `${tasks_url}/v1/videos`;
    const key = `-H 'Authorization: Bearer ${api_user.key}'`;
    const once = "-H 'Idempotency-Key: my-first-video'";
    return `${intro}ID=$(curl -s ${tasks} ${key} ${once} ${json} -d '{"prompt": "A lighthouse at dusk"}' | grep -o 'vt_[0-9a-z]*' | head -n 1)
while curl -s ${tasks}/$ID ${key} | grep -q '"status":"in_progress"'; do sleep 1; done
curl -f ${tasks}/$ID/content ${key} -o lighthouse.mp4
`;
  }
  const model = defaultModel(catalog, 'local');
  if (model === undefined) return '';
  // Without a service key the Local Generation API requires none.
  const key = service_api_key === '' ? '' : ` -H 'Authorization: Bearer ${service_api_key}'`;
  const messages = [{ role: 'user', content: 'A lighthouse at dusk' }];
  return `${intro}curl ${local_url}/v1/chat/completions${key} ${json} -d '${JSON.stringify({ model, messages })}'
`;
}

/** Explains if a first video costs money. */
function costOf({ families }: ModelCatalog): string {
  const endpoints = new Set(
    families.flatMap((family) => routesInUse(family)).map((route) => route.endpoint),
  );
  if (!endpoints.has(mockEndpoint)) return ' (a real provider charges for it)';
  return endpoints.size === 1 ? ' (the mock takes a few seconds)' : '';
}

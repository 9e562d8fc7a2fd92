import { defaultModel, type ModelCatalog, routesInUse } from '@filmgate/core';
import type { Quickstart } from '../compose/quickstart.ts';
import { mockPlace } from '../providers/places.ts';

/** What the first page is about. */
interface Started {
  readonly dataDirectory: string;
  /** The administrator chose another password than the one made at the first start, and it is not ours to print. */
  readonly isPasswordChosen: boolean;
  readonly catalog: ModelCatalog;
}

/** What `npm start` prints once it is ready: where everything is, and a first video to paste. */
export function startBanner(
  quickstart: Quickstart,
  { dataDirectory, isPasswordChosen, catalog }: Started,
): string {
  const { tasks_url, local_url } = quickstart;
  const { username } = quickstart.admin;
  const password = isPasswordChosen ? 'YOUR PASSWORD' : quickstart.admin.password;
  const login = isPasswordChosen
    ? `user ${username}, with the password chosen in the console`
    : `user ${username}, password ${password}`;
  return `
Filmgate is ready. Data: ${dataDirectory}

  Video Task API         ${tasks_url}        docs: ${tasks_url}/docs
  Local Generation API   ${local_url}        docs: ${local_url}/docs
  Administration         ${local_url}/console
  Workbench              ${local_url}/video        make a video in the browser
    ${login}

${firstVideos(quickstart, catalog)}The administration API (who used what, and why a job waited):

  curl -s -c cookies.txt ${local_url}/api/v1/auth/login \\
    -H 'Content-Type: application/json' -d '${JSON.stringify({ username, password })}'
  curl -s -b cookies.txt ${local_url}/api/v1/admin/jobs

All credentials are in ${dataDirectory}/quickstart.json. Stop with Ctrl-C.
`;
}

/** Commands that make one, for what the catalog offers. */
function firstVideos(
  { tasks_url, local_url, api_user, service_api_key }: Quickstart,
  catalog: ModelCatalog,
): string {
  const tasks = defaultModel(catalog, 'tasks');
  const local = defaultModel(catalog, 'local');
  // Without a service key the Local Generation API asks for none.
  const serviceKey =
    service_api_key === '' ? '' : `\n    -H 'Authorization: Bearer ${service_api_key}' \\`;
  const ofTasks = `A first video${costOf(catalog)}:

  curl -s ${tasks_url}/v1/videos \\
    -H 'Authorization: Bearer ${api_user.key}' \\
    -H 'Content-Type: application/json' \\
    -H 'Idempotency-Key: my-first-video' \\
    -d '{"prompt": "A lighthouse on a cliff at dusk, waves crashing below"}'

Then ask for it by its id until "status" is "completed", and open its "video_url":

  curl -s ${tasks_url}/v1/videos/ID -H 'Authorization: Bearer ${api_user.key}'

`;
  const ofLocal = `Or ask the Local Generation API, which waits until the video is made and answers with its URL:

  curl -s ${local_url}/v1/chat/completions \\${serviceKey}
    -H 'Content-Type: application/json' \\
    -d '{"model": "${local}", "messages": [{"role": "user", "content": "A lighthouse at dawn"}]}'

`;
  return `${tasks === undefined ? '' : ofTasks}${local === undefined ? '' : ofLocal}`;
}

/** Whether a first video is play or money. */
function costOf({ families }: ModelCatalog): string {
  const places = new Set(
    families.flatMap((family) => routesInUse(family)).map((route) => route.provider),
  );
  if (!places.has(mockPlace)) return ' (a real one: it costs money)';
  return places.size === 1 ? ' (the mock takes a few seconds)' : '';
}

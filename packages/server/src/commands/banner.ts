import type { Quickstart } from '../compose/quickstart.ts';

/**
 * What `npm start` prints once it is ready: where everything is, and a first video to paste. `isPasswordChosen`: the administrator chose
 * another password than the one made at the first start, and it is not ours to print.
 */
export function startBanner(
  quickstart: Quickstart,
  dataDirectory: string,
  isPasswordChosen: boolean,
): string {
  const { tasks_url, local_url, api_user, service_api_key } = quickstart;
  const { username } = quickstart.admin;
  const password = isPasswordChosen ? 'YOUR PASSWORD' : quickstart.admin.password;
  const login = isPasswordChosen
    ? `user ${username}, with the password chosen in the console`
    : `user ${username}, password ${password}`;
  // Without a service key the Local Generation API asks for none.
  const serviceKey =
    service_api_key === '' ? '' : `\n    -H 'Authorization: Bearer ${service_api_key}' \\`;
  return `
Filmgate is ready. Data: ${dataDirectory}

  Video Task API         ${tasks_url}        docs: ${tasks_url}/docs
  Local Generation API   ${local_url}        docs: ${local_url}/docs
  Administration         ${local_url}/console
  Workbench              ${local_url}/video        make a video in the browser
    ${login}

A first video (the mock takes a few seconds):

  curl -s ${tasks_url}/v1/videos \\
    -H 'Authorization: Bearer ${api_user.key}' \\
    -H 'Content-Type: application/json' \\
    -H 'Idempotency-Key: my-first-video' \\
    -d '{"prompt": "A lighthouse on a cliff at dusk, waves crashing below", "seconds": 5}'

Then ask for it by its id until "status" is "completed", and open its "video_url":

  curl -s ${tasks_url}/v1/videos/ID -H 'Authorization: Bearer ${api_user.key}'

Or ask the Local Generation API, which waits until the video is made and answers with its URL:

  curl -s ${local_url}/v1/chat/completions \\${serviceKey}
    -H 'Content-Type: application/json' \\
    -d '{"model": "vidA-fast-4s-16x9-720p", "messages": [{"role": "user", "content": "A lighthouse at dawn"}]}'

The administration API (who used what, and why a job waited):

  curl -s -c cookies.txt ${local_url}/api/v1/auth/login \\
    -H 'Content-Type: application/json' -d '${JSON.stringify({ username, password })}'
  curl -s -b cookies.txt ${local_url}/api/v1/admin/jobs

All credentials are in ${dataDirectory}/quickstart.json. Stop with Ctrl-C.
`;
}

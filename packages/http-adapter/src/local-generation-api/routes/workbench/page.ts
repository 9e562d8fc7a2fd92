import type { FastifyInstance } from 'fastify';
import type { WorkbenchContext } from '../../workbench-context.ts';

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Filmgate</title>
<h1>Workbench</h1>
<p>The workbench's page is not part of this version. Its API is: <code>/local-video/models</code>, <code>/local-video/jobs</code>
and <code>/local-video/events</code>, described under <code>/docs</code>.</p>
</html>
`;

/** `/video`: for the administrator; everybody else is sent to log in (decisions §5 Workbench). */
export function registerPage(app: FastifyInstance, { guard }: WorkbenchContext): void {
  const { prefix } = app;
  app.get('/video', { schema: { hide: true } }, async (request, reply) => {
    const session = await guard.find(request);
    if (session === undefined) return reply.redirect(`${prefix}/login?next=${prefix}/video`, 302);
    return reply.header('content-type', 'text/html; charset=utf-8').send(page);
  });
}

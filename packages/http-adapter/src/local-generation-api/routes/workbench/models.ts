import type { FastifyInstance } from 'fastify';
import { describedOnly } from '../../../mechanics/described-only.ts';
import { createMemoisedJson } from '../../../mechanics/memoised-json.ts';
import { sendText } from '../../answers.ts';
import { encodeWorkbenchModels } from '../../encode/workbench-models.ts';
import { workbenchModels } from '../../schemas/workbench-models.ts';
import type { WorkbenchContext } from '../../workbench-context.ts';
import { sessionSecurity, workbenchErrors, workbenchTags } from '../../workbench-description.ts';

/** `GET /local-video/models` [workbench.models]: every video model with what its id fixes. */
export function registerModels(app: FastifyInstance, { deps }: WorkbenchContext): void {
  const models = createMemoisedJson(encodeWorkbenchModels);
  const schema = {
    tags: workbenchTags,
    summary: 'Models of the workbench',
    security: sessionSecurity,
    response: { 200: workbenchModels, ...workbenchErrors },
  };
  app.get('/models', { schema, validatorCompiler: describedOnly }, (_request, reply) =>
    sendText(reply, models.render(deps.gateway.catalog())),
  );
}

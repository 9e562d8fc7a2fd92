import { sessionScheme } from '../mechanics/session-scheme.ts';
import type { SurfaceDescription } from '../mechanics/surface-description.ts';
import { refuseMethod } from './refuse-method.ts';
import { chatBody } from './schemas/chat-body.ts';
import { chatCompletion, imageList } from './schemas/chat-completion.ts';
import { errorBody } from '../mechanics/error-body.ts';
import { imageBody } from './schemas/image-body.ts';
import { localModel, localModelList } from './schemas/model-list.ts';
import {
  workbenchCreation,
  workbenchEvent,
  workbenchJob,
  workbenchJobs,
} from './schemas/workbench-job.ts';
import { workbenchModels } from './schemas/workbench-models.ts';
import { poolCapacityBody, submitStatusBody } from './schemas/pool.ts';

/** The Local Generation API for the description of its listener. */
export const localGenerationDescription: SurfaceDescription = {
  title: 'Filmgate Local Generation API',
  summary:
    'Chat-style generation of videos and images: the call waits until the generation has ended and answers with a URL. Give clients as many seconds as the catalog lets the model take (900 or 1800 in the built-in one) and no retries of their own.',
  schemas: [
    { name: 'LocalModel', schema: localModel },
    { name: 'LocalModelList', schema: localModelList },
    { name: 'ChatGeneration', schema: chatBody },
    { name: 'ChatCompletion', schema: chatCompletion },
    { name: 'ImageGeneration', schema: imageBody },
    { name: 'ImageList', schema: imageList },
    { name: 'PoolCapacity', schema: poolCapacityBody },
    { name: 'SubmitStatus', schema: submitStatusBody },
    { name: 'WorkbenchModels', schema: workbenchModels },
    { name: 'CreateWorkbenchJob', schema: workbenchCreation },
    { name: 'WorkbenchJob', schema: workbenchJob },
    { name: 'WorkbenchJobs', schema: workbenchJobs },
    { name: 'WorkbenchEvent', schema: workbenchEvent },
    { name: 'Error', schema: errorBody },
  ],
  securitySchemes: {
    adminSession: sessionScheme,
    serviceKey: {
      type: 'http',
      scheme: 'bearer',
      description: 'The service API key: `Authorization: Bearer <key>`.',
    },
    serviceKeyHeader: {
      type: 'apiKey',
      in: 'header',
      name: 'X-API-Key',
      description: 'The same key in a header of its own; a Bearer key wins where both are sent.',
    },
  },
  refuseMethod,
};

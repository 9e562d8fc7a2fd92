import type { SurfaceDescription } from '../mechanics/surface-description.ts';
import { refuseMethod } from './refuse-method.ts';
import { createTaskBody } from './schemas/create-task-body.ts';
import { errorBody } from '../mechanics/error-body.ts';
import { modelList, modelObject } from './schemas/model-list.ts';
import { assetRecord, nativeJob, nativeJobBody } from './schemas/native-job.ts';
import { taskEvent } from './schemas/task-event.ts';
import { taskList, taskObject } from './schemas/task-object.ts';

/** The Video Task API for the description of its listener. */
export const videoTaskDescription: SurfaceDescription = {
  title: 'Filmgate Video Task API',
  summary:
    'Creates video generation tasks and tells how they stand. Send an `Idempotency-Key` with each creation: a retry with the same key and content answers the same task and is never paid twice.',
  schemas: [
    { name: 'CreateTask', schema: createTaskBody },
    { name: 'Task', schema: taskObject },
    { name: 'TaskEvent', schema: taskEvent },
    { name: 'TaskList', schema: taskList },
    { name: 'Model', schema: modelObject },
    { name: 'ModelList', schema: modelList },
    { name: 'CreateNativeJob', schema: nativeJobBody },
    { name: 'NativeJob', schema: nativeJob },
    { name: 'Asset', schema: assetRecord },
    { name: 'Error', schema: errorBody },
  ],
  securitySchemes: {
    apiUserKey: {
      type: 'http',
      scheme: 'bearer',
      description:
        'The key of an API user, made in the admin console: `Authorization: Bearer <key>`.',
    },
    upstreamKey: {
      type: 'http',
      scheme: 'bearer',
      description:
        'The key configured on the server for the native API. Never give it to a browser.',
    },
  },
  refuseMethod,
};

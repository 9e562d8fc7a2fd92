import type { FastifyPluginAsync } from 'fastify';
import type { Paths } from '../../http/define-surface.ts';
import { acceptJsonOnly } from '../../http/json-body.ts';
import { acceptMultipart } from '../../http/multipart-body.ts';
import type { VideoTaskContext } from '../context.ts';
import { lookUpCallersInStore, requireApiUser } from '../credentials.ts';
import type { VideoTaskRoutes } from '../deps.ts';
import { registerCreateTask } from './create-task.ts';
import { modelList, modelObject, registerListModels } from './list-models.ts';
import { imageCalls, imageSchemas } from './image-calls.ts';
import { registerGetTask, registerListTasks, registerTaskContent } from './read-tasks.ts';
import { registerTaskEvents, taskEvent } from './task-events.ts';
import { createTasksContext, taskList, taskObject } from './task-object.ts';
import { createTaskBody } from './task-request.ts';

/** Named schemas of this dialect in the OpenAPI document. */
export const tasksSchemas = [
  { name: 'CreateTask', schema: createTaskBody },
  { name: 'Task', schema: taskObject },
  { name: 'TaskEvent', schema: taskEvent },
  { name: 'TaskList', schema: taskList },
  { name: 'Model', schema: modelObject },
  { name: 'ModelList', schema: modelList },
  ...imageSchemas,
];

/** Its paths and their methods, by group. */
export const tasksPaths: { readonly [G in Exclude<VideoTaskRoutes, 'native'>]: Paths } = {
  models: { '/v1/models': ['GET'] },
  videos: {
    '/v1/videos': ['GET', 'POST'],
    '/v1/videos/generations': ['POST'],
    '/v1/video/generations': ['POST'],
    '/v1/videos/:id': ['GET'],
    '/v1/videos/:id/content': ['GET'],
  },
  images: { '/v1/images/generations': ['POST'], '/v1/images/edits': ['POST'] },
  events: { '/v1/videos/events': ['GET'] },
};

/** The dialect of tasks, spoken by API users. */
export function tasksApi(videoTasks: VideoTaskContext): FastifyPluginAsync {
  return async (app) => {
    const context = createTasksContext(videoTasks);
    app.addHook('onRequest', requireApiUser(context));
    lookUpCallersInStore(app);
    acceptJsonOnly(app);
    const { routes } = context.settings;
    const { waiting } = context.deps;
    // Before forms are accepted here: each scope keeps the parsers of its beginning.
    if (routes.images && waiting !== undefined) await app.register(imageCalls(context, waiting));
    acceptMultipart(app);
    if (routes.models) registerListModels(app, context);
    if (routes.events) registerTaskEvents(app, context);
    if (!routes.videos) return;
    registerCreateTask(app, context);
    registerListTasks(app, context);
    registerGetTask(app, context);
    registerTaskContent(app, context);
  };
}

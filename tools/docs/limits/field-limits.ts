import { type Limit, LimitSource } from './limit-source.ts';

const core = 'packages/core/src';
const http = 'packages/http-adapter/src';

const chatMessages = new LimitSource(`${http}/local-generation-api/chat/chat-messages.ts`);
const dataUrl = new LimitSource(`${http}/mechanics/data-url.ts`);
const failures = new LimitSource(`${http}/mechanics/failure-responses.ts`);
const imageFile = new LimitSource('packages/runtime-node/src/media/inspect-container.ts');
const inspection = new LimitSource('packages/runtime-node/src/media/inspection-budget.ts');
const modelName = new LimitSource(`${core}/model/resolve-model.ts`);
const native = new LimitSource(`${http}/video-task-api/native/native-job-request.ts`);
const prompt = new LimitSource(`${core}/media/prompt.ts`);
const taskFields = new LimitSource(`${http}/video-task-api/tasks/task-fields.ts`);
const taskImages = new LimitSource(`${http}/video-task-api/tasks/task-images.ts`);
const taskRequest = new LimitSource(`${http}/video-task-api/tasks/task-request.ts`);
const tasks = new LimitSource(`${http}/video-task-api/deps.ts`);
const workbench = new LimitSource(`${http}/local-generation-api/workbench/job-creation.ts`);

/** Limits of the fields in a request. */
export const fieldLimits: readonly Limit[] = [
  {
    limit: 'Images of a task, over all fields',
    value: tasks.count('defaultVideoTaskApiSettings.mostImages'),
    exceeded: '400',
    source: tasks,
  },
  {
    limit: 'Parts of `content`',
    value: taskFields.count('mostContentParts'),
    exceeded: '400',
    source: taskFields,
  },
  {
    limit: 'References of a native job',
    value: `${native.count('mostReferences')}, then the model’s maximum`,
    setBy: 'catalog',
    exceeded: '400',
    source: native,
  },
  {
    limit: 'Messages of a chat; parts of one message',
    value: `${chatMessages.count('mostMessages')}; ${chatMessages.count('mostContentParts')}`,
    exceeded: '400',
    source: chatMessages,
  },
  {
    limit: 'Images of a workbench job',
    value: `${workbench.count('mostReferenceImages')}, then the model’s maximum`,
    setBy: 'catalog',
    exceeded: '422',
    source: workbench,
  },
  {
    limit: 'Data URL, decoded',
    value: tasks.bytes('defaultVideoTaskApiSettings.dataUrlBytes'),
    exceeded: '413; Local Generation API 400',
    source: tasks,
  },
  {
    limit: 'Reference image',
    value: `${imageFile.bytes('largestImageBytes')}; ${inspection.count('fileBudget.parts')} chunks or segments`,
    exceeded: '400; workbench 422',
    source: imageFile,
  },
  {
    limit: 'URL of an image',
    value: `${dataUrl.count('longestUrl')} characters`,
    exceeded: '400',
    source: dataUrl,
  },
  {
    limit: 'ID of an asset',
    value: `${taskImages.count('longestAssetId')} characters`,
    exceeded: '400',
    source: taskImages,
  },
  {
    limit: 'Prompt, negative prompt',
    value: 'the model’s maximum',
    setBy: 'catalog',
    exceeded: '400; workbench 422',
    source: prompt,
  },
  {
    limit: 'Name of a model',
    value: `${modelName.count('longestName')} characters`,
    exceeded: '400 `model_invalid`',
    source: modelName,
  },
  {
    limit: 'Unknown fields that a task lists in its warnings',
    value: `${taskRequest.count('mostWarnings')} of ${taskRequest.count('longestParam')} characters`,
    exceeded: 'further ones are counted',
    source: taskRequest,
  },
  {
    limit: 'Error message; `param`',
    value: `${failures.count('longestMessage')}; ${failures.count('longestParam')} characters`,
    exceeded: 'truncated',
    source: failures,
  },
];

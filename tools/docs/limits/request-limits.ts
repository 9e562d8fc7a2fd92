import { type Limit, LimitSource } from './limit-source.ts';

const core = 'packages/core/src';
const http = 'packages/http-adapter/src';
const settings = 'packages/server/src/settings';

const accountBodies = new LimitSource(`${http}/admin-api/schemas/account-bodies.ts`);
const actOnJobs = new LimitSource(`${http}/admin-api/schemas/act-on-jobs.ts`);
const adminFailure = new LimitSource(`${http}/admin-api/failure.ts`);
const amounts = new LimitSource(`${core}/upstream/told-numbers.ts`);
const chatMessages = new LimitSource(`${http}/local-generation-api/chat/chat-messages.ts`);
const command = new LimitSource(`${core}/use-cases/checks/command-schema.ts`);
const commandShape = new LimitSource(`${core}/use-cases/checks/check-accept-command.ts`);
const dataUrl = new LimitSource(`${http}/mechanics/data-url.ts`);
const drain = new LimitSource(`${http}/mechanics/drain-upload.ts`);
const failures = new LimitSource(`${http}/mechanics/failure-responses.ts`);
const filePieces = new LimitSource(`${http}/mechanics/buffer-pool.ts`);
const forms = new LimitSource(`${settings}/forms.ts`);
const imageFile = new LimitSource('packages/runtime-node/src/media/inspect-container.ts');
const inspection = new LimitSource('packages/runtime-node/src/media/inspection-budget.ts');
const jsonBody = new LimitSource(`${http}/mechanics/json-body.ts`);
const login = new LimitSource(`${http}/mechanics/caller-shares.ts`);
const modelName = new LimitSource(`${core}/model/resolve-model.ts`);
const multipart = new LimitSource(`${http}/mechanics/multipart-body.ts`);
const native = new LimitSource(`${http}/video-task-api/native/native-job-request.ts`);
const nearest = new LimitSource(`${settings}/nearest-names.ts`);
const nested = new LimitSource(`${http}/mechanics/nested-fields.ts`);
const otherInputs = new LimitSource(`${core}/use-cases/checks/other-inputs.ts`);
const pace = new LimitSource(`${http}/mechanics/transfer-pace.ts`);
const pieces = new LimitSource(`${http}/mechanics/read-body.ts`);
const prompt = new LimitSource(`${core}/media/prompt.ts`);
const settingChanges = new LimitSource(`${http}/admin-api/schemas/setting.ts`);
const settingTexts = new LimitSource(`${settings}/read-setting-changes.ts`);
const taskFields = new LimitSource(`${http}/video-task-api/tasks/task-fields.ts`);
const taskImages = new LimitSource(`${http}/video-task-api/tasks/task-images.ts`);
const taskRequest = new LimitSource(`${http}/video-task-api/tasks/task-request.ts`);
const tasks = new LimitSource(`${http}/video-task-api/deps.ts`);
const workbench = new LimitSource(`${http}/local-generation-api/workbench/job-creation.ts`);

/** Limits of one request body. */
export const bodyLimits: readonly Limit[] = [
  {
    limit: 'Body of a creation or generation',
    value: tasks.bytes('defaultVideoTaskApiSettings.createBodyBytes'),
    exceeded: '413 `payload_invalid`',
    source: tasks,
  },
  {
    limit: 'Body of a login',
    value: login.bytes('shortBodyBytes'),
    exceeded: '413',
    source: login,
  },
  {
    limit: 'Any other JSON body',
    value: tasks.bytes('defaultVideoTaskApiSettings.jsonBodyBytes'),
    exceeded: '413',
    source: tasks,
  },
  {
    limit: 'Uploaded asset',
    value: tasks.bytes('defaultVideoTaskApiSettings.assetBytes'),
    exceeded: '413 `asset_too_large`',
    source: tasks,
  },
  {
    limit: 'Chunks of a body',
    value: `${pieces.count('freePieces')}; further ones need ${pieces.bytes('leastBytesPerPiece')} each on average`,
    exceeded: '400',
    source: pieces,
  },
  {
    limit: 'Bytes read and discarded after a refusal',
    value: `${drain.bytes('mostDiscarded')}; a chunk counts as ${drain.bytes('leastPerPiece')} or more`,
    exceeded: 'connection closed',
    source: drain,
  },
  {
    limit: 'JSON body, or text of a form, without its data URLs',
    value: dataUrl.bytes('mostBesideDataUrls'),
    exceeded: '400',
    source: dataUrl,
  },
  {
    limit: 'Values in a JSON body',
    value: jsonBody.count('jsonBounds.values'),
    exceeded: '400',
    source: jsonBody,
  },
  {
    limit: 'Nesting depth of a JSON body',
    value: jsonBody.count('jsonBounds.depth'),
    exceeded: '400',
    source: jsonBody,
  },
  {
    limit: 'Name of a JSON field; number',
    value: `${jsonBody.bytes('jsonBounds.nameBytes')}; ${jsonBody.count('jsonBounds.numberBytes')} characters`,
    exceeded: '400',
    source: jsonBody,
  },
  {
    limit: 'Parts of a form',
    value: multipart.count('bounds.parts'),
    exceeded: '400',
    source: multipart,
  },
  {
    limit: 'Headers of a form part; its name',
    value: `${multipart.bytes('bounds.headBytes')}; ${multipart.count('bounds.nameCharacters')} characters`,
    exceeded: '400',
    source: multipart,
  },
  {
    limit: 'Text of a form part',
    value: multipart.bytes('bounds.textBytes'),
    exceeded: '413',
    source: multipart,
  },
  {
    limit: 'Nesting depth of a form field name; index of a list item',
    value: `${nested.count('deepest')}; 999`,
    exceeded: '400',
    source: nested,
  },
  {
    limit: 'Pause within a body',
    value: pace.time('defaultPace.stallMs'),
    exceeded: '408, connection closed',
    source: pace,
  },
  {
    limit: 'Upload rate of a body, after its first minute',
    value: `at least ${pace.bytes('defaultPace.floorBytesPerSecond')}/s on average`,
    exceeded: '408, connection closed',
    source: pace,
  },
  {
    limit: 'Download rate, for each block after its first minute',
    value: `at least ${pace.bytes('defaultPace.floorBytesPerSecond')}/s; a block has ${filePieces.bytes('defaultBufferPool.blockBytes')}`,
    exceeded: 'connection closed',
    source: pace,
  },
];

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

/** Limits of the administration API, and of programs that embed the core. */
export const adminLimits: readonly Limit[] = [
  {
    limit: 'Families of an account',
    value: `${accountBodies.count('mostFamilies')} of ${accountBodies.count('longestFamily')} characters`,
    exceeded: '422',
    source: accountBodies,
  },
  {
    limit: 'Settings changed in one request',
    value: settingChanges.count('mostSettings'),
    exceeded: '422',
    source: settingChanges,
  },
  {
    limit: 'Text of a setting',
    value: `${settingTexts.count('longestText')} characters`,
    exceeded: '422',
    source: settingTexts,
  },
  {
    limit: 'Items of a list in a setting',
    value: forms.count('mostItems'),
    exceeded: '422',
    source: forms,
  },
  {
    limit: 'Unknown setting name that is compared with known ones',
    value: `${nearest.count('longestCompared')} characters`,
    exceeded: 'no suggestion',
    source: nearest,
  },
  {
    limit: '`detail` of an error',
    value: `${adminFailure.count('longestDetail')} characters`,
    exceeded: 'truncated',
    source: adminFailure,
  },
  {
    limit: 'Jobs in one bulk action',
    value: actOnJobs.count('mostJobs'),
    exceeded: '422',
    source: actOnJobs,
  },
  {
    limit: 'Credits of an account; `total_limit`',
    value: amounts.count('mostAmount'),
    exceeded: '422',
    source: amounts,
  },
  {
    limit: 'Page of a list',
    value: `${otherInputs.count('largestPage')} jobs`,
    exceeded: '422; embedded `invalid-request`',
    source: otherInputs,
  },
  {
    limit: 'Texts of a search',
    value: `${otherInputs.count('mostSearchTexts')} of ${otherInputs.count('longestSearch')} characters`,
    exceeded: '422; embedded `invalid-request`',
    source: otherInputs,
  },
  {
    limit: 'Models in a filter',
    value: otherInputs.count('mostModels'),
    exceeded: '422; embedded `invalid-request`',
    source: otherInputs,
  },
  {
    limit: 'Command of an embedding program: values; levels; text units',
    value: ['values', 'depth', 'textUnits']
      .map((bound) => commandShape.count(`commandLimits.${bound}`))
      .join('; '),
    exceeded: '`invalid-request`',
    source: commandShape,
  },
  {
    limit: 'Command: references; warnings',
    value: `${command.count('mostReferences')}; ${command.count('mostWarnings')}`,
    exceeded: '`invalid-request`',
    source: command,
  },
];

import { type Limit, LimitSource } from './limit-source.ts';

const http = 'packages/http-adapter/src';

const dataUrl = new LimitSource(`${http}/mechanics/data-url.ts`);
const drain = new LimitSource(`${http}/mechanics/drain-upload.ts`);
const filePieces = new LimitSource(`${http}/mechanics/buffer-pool.ts`);
const jsonBody = new LimitSource(`${http}/mechanics/json-body.ts`);
const login = new LimitSource(`${http}/mechanics/caller-shares.ts`);
const multipart = new LimitSource(`${http}/mechanics/multipart-body.ts`);
const nested = new LimitSource(`${http}/mechanics/nested-fields.ts`);
const pace = new LimitSource(`${http}/mechanics/transfer-pace.ts`);
const pieces = new LimitSource(`${http}/mechanics/read-body.ts`);
const tasks = new LimitSource(`${http}/video-task-api/deps.ts`);

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

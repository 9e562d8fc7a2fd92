import type { Requirement } from './requirement.ts';

/** The Local Generation API: models, chat and image generation. */
export const localGenerationRequirements: readonly Requirement[] = [
  {
    id: 'local.models.list',
    source: 'local-generation-api §2.1, §4, decisions §5',
    text: 'GET /v1/models is {object:"list", data} of every full id once, each with id, description, object "model", owned_by and type.',
  },
  {
    id: 'local.models.families',
    source: 'local-generation-api §2.1, decisions §5 Model ids',
    text: 'The ids are those of the families, durations, aspects and resolutions of the catalog, and no others.',
  },
  {
    id: 'local.models.vidc-25',
    source: 'local-generation-api §2.1, §8',
    text: 'vidC-25 offers 4 to 30 whole seconds, 480p and 720p, and six aspects; 1080p is unknown to it.',
  },
  {
    id: 'local.models.fixes-configuration',
    source: 'local-generation-api §2.1',
    text: 'Duration, aspect ratio and resolution are those of the model id.',
  },
  {
    id: 'local.models.whole-id',
    source: 'local-generation-api §2.1, decisions §5 Model ids',
    text: 'Wildcards, parts of ids and ids of the other API are refused with 400 model_invalid.',
  },
  {
    id: 'local.models.refusal',
    source: 'decisions §5 Model ids',
    text: 'A refused id is told with the part that is wrong and up to three nearest valid ids.',
  },
  {
    id: 'local.models.required',
    source: 'local-generation-api §4 rule 2',
    text: 'A call without a model is refused with 400 model_required.',
  },
  {
    id: 'local.chat.prompt-last-user',
    source: 'decisions §5 Chat',
    text: 'Prompt and images come from the last message of the role user.',
  },
  {
    id: 'local.chat.prompt-parts',
    source: 'local-generation-api §2.2, decisions §5 Chat',
    text: 'Content is text or an array of parts; text parts are joined by newlines.',
  },
  {
    id: 'local.chat.prompt-fallback',
    source: 'local-generation-api §2.2',
    text: 'The field prompt is used when the messages give no prompt.',
  },
  {
    id: 'local.chat.prompt-required',
    source: 'decisions §5 Chat, Error codes',
    text: 'Without any prompt, or with one of white space only, the answer is 400 prompt_required.',
  },
  {
    id: 'local.chat.types',
    source: 'local-generation-api §7',
    text: 'Fields and bodies of the wrong type or form are refused with 400 payload_invalid that names the field.',
  },
  {
    id: 'local.chat.seconds-size-ignored',
    source: 'local-generation-api §2.2',
    text: 'The fields seconds and size do not override the model.',
  },
  {
    id: 'local.chat.unknown-ignored',
    source: 'decisions §5 Chat',
    text: 'Fields the API does not know are ignored.',
  },
  {
    id: 'local.chat.audio',
    source: 'local-generation-api §2.1, §2.2',
    text: 'generate_audio: true makes sound where the model can.',
  },
  {
    id: 'local.chat.audio-default',
    source: 'local-generation-api §2.1',
    text: 'Sound is off unless it is asked for.',
  },
  {
    id: 'local.chat.audio-refused',
    source: 'decisions §5 Chat',
    text: 'generate_audio: true on a model without sound is refused with 400, never dropped.',
  },
  {
    id: 'local.chat.negative-prompt',
    source: 'local-generation-api §2.2, decisions §5 Model ids',
    text: 'negative_prompt is taken by the vidA families.',
  },
  {
    id: 'local.chat.negative-refused',
    source: 'local-generation-api §2.1, decisions §5 Chat',
    text: 'A negative_prompt on a model that takes none is refused with 400, never dropped.',
  },
  {
    id: 'local.chat.image-data-url',
    source: 'local-generation-api §2.2',
    text: 'An image part may be a data URL; its bytes go upstream.',
  },
  {
    id: 'local.chat.image-limit',
    source: 'decisions §5 Chat',
    text: 'A data URL decodes to at most 20 MiB.',
  },
  {
    id: 'local.chat.image-remote',
    source: 'local-generation-api §2.2, decisions §5 Chat',
    text: 'An image part may be a URL of any public host, and never of this machine or its network.',
  },
  {
    id: 'local.chat.image-hosts',
    source: 'decisions §5 Chat',
    text: 'With FILMGATE_IMAGE_HOSTS set, remote images come from the listed hosts only.',
  },
  {
    id: 'local.chat.image-count',
    source: 'local-generation-api §2.2, decisions §5 Model ids',
    text: 'More or fewer images than the model takes are refused with 400.',
  },
  {
    id: 'local.chat.image-roles',
    source: 'decisions §5 Model ids',
    text: 'An image keeps the role its image_url states; a role the model does not know is refused with 400.',
  },
  {
    id: 'local.chat.image-order',
    source: 'decisions §5 Model ids',
    text: 'Without a role the order decides: one is the first frame, reference families take references.',
  },
  {
    id: 'local.chat.image-refused',
    source: 'decisions §5 Chat',
    text: 'Every refusal of an image is 400 reference_invalid that names it.',
  },
  {
    id: 'local.chat.success',
    source: 'local-generation-api §2.3, decisions §5 Success',
    text: 'A chat generation answers 200 with exactly the promised fields; video_url, url, media.url and the content are one URL.',
  },
  {
    id: 'local.chat.image-model',
    source: 'decisions §5 Success',
    text: 'An image model on the chat route answers with an image/png and no video_url.',
  },
  {
    id: 'local.chat.stream',
    source: 'local-generation-api §2.2, decisions §5',
    text: 'stream: true answers server-sent events after completion: content, end with the result, [DONE].',
  },
  {
    id: 'local.chat.stream-failure',
    source: 'decisions §5',
    text: 'A streamed call that fails is an ordinary HTTP error.',
  },
  {
    id: 'local.chat.no-idempotency',
    source: 'local-generation-api §4 rule 3',
    text: 'Two alike calls are two generations, whatever Idempotency-Key they carry.',
  },
  {
    id: 'local.images.success',
    source: 'decisions §5',
    text: 'POST /v1/images/generations answers {created, data:[{url}]} of an image model.',
  },
  {
    id: 'local.images.many',
    source: 'decisions §5',
    text: 'n images are n generations; when one fails the call fails and names those made all the same.',
  },
  {
    id: 'local.images.base64',
    source: 'decisions §5',
    text: 'response_format b64_json answers the bytes in base64.',
  },
  {
    id: 'local.images.fields',
    source: 'decisions §5',
    text: 'n is 1 to 4, response_format url or b64_json; anything else is 400, unknown fields are ignored.',
  },
  {
    id: 'local.images.video-model',
    source: 'local-generation-api §2.1, decisions §5',
    text: 'A video model on the image endpoint is refused with 400.',
  },
  {
    id: 'local.openai.models',
    source: 'decisions §5',
    text: 'The openai package lists the models.',
  },
  {
    id: 'local.openai.chat',
    source: 'decisions §5',
    text: 'The openai package makes a video by chat.completions.create.',
  },
  {
    id: 'local.openai.stream',
    source: 'decisions §5',
    text: 'The openai package makes a video by a streamed chat.completions.create.',
  },
  {
    id: 'local.openai.images',
    source: 'decisions §5',
    text: 'The openai package makes images by images.generate.',
  },
  {
    id: 'local.openai.errors',
    source: 'decisions §5 Error codes',
    text: 'The openai package throws the class of error that fits, and repeats nothing that could be paid twice.',
  },
];

import type { Requirement } from './requirement.ts';

/** The fields of a create body, except for the aspect. */
export const createFieldsRequirements: readonly Requirement[] = [
  {
    id: 'tasks.prompt.length',
    source: 'video-task-api §2.2, §8',
    text: 'A prompt has 1 to 20000 characters; a longer one is refused with 400 payload_invalid.',
  },
  {
    id: 'tasks.prompt.code-points',
    source: 'decisions §3 prompt',
    text: 'The length is counted in Unicode code points.',
  },
  {
    id: 'tasks.prompt.untrimmed',
    source: 'decisions §3 prompt',
    text: 'Nothing is trimmed: surrounding white space counts and is echoed.',
  },
  {
    id: 'tasks.prompt.blank',
    source: 'decisions §3 prompt, Absent',
    text: 'An empty prompt and one of white space only are invalid, in JSON and in multipart.',
  },
  {
    id: 'tasks.prompt.from-content',
    source: 'video-task-api §2.2, decisions §3 prompt',
    text: 'Without a prompt, the text parts of content joined by a newline are the prompt.',
  },
  {
    id: 'tasks.prompt.required',
    source: 'decisions §3 prompt',
    text: 'Some text is required; images alone are refused.',
  },
  {
    id: 'tasks.content.parts',
    source: 'video-task-api §2.2, decisions §3 content',
    text: 'content is an array of {type:"text", text} and {type:"image_url", image_url, role?} parts, image_url being {url} or a string and role first_frame, last_frame or reference_image; other shapes are refused.',
  },
  {
    id: 'tasks.images.forms',
    source: 'video-task-api §2.2, decisions §3 images',
    text: 'An item of images is a URL string, a data URL, or an object with url, image_url, asset_id or assetId, and an optional role; other shapes and roles are refused.',
  },
  {
    id: 'tasks.images.at-most-nine',
    source: 'decisions §3 images',
    text: 'At most nine images are accepted, whichever fields they come in.',
  },
  {
    id: 'tasks.images.input-reference',
    source: 'decisions §3 images',
    text: 'input_reference is one more image: a file, or {image_url} or {file_id}.',
  },
  {
    id: 'tasks.images.asset-id',
    source: 'video-task-api §2.2, decisions §3 images',
    text: 'asset_id names material uploaded over the native API; its id is unguessable and serves whoever holds it.',
  },
  {
    id: 'tasks.images.asset-unknown',
    source: 'decisions §3 images',
    text: 'An image that names no stored asset is refused with 400 payload_invalid.',
  },
  {
    id: 'tasks.images.host-list',
    source: 'video-task-api §2.2, decisions §3 images',
    text: "A remote URL must be https, or http when listed so, and have its host on the server's list.",
  },
  {
    id: 'tasks.images.host-entry-forms',
    source: 'decisions §3 images, §1.2',
    text: 'A list entry is [http://|https://]host[:port], https and 443 by default, *.example.com for sub-domains; private:host admits an on-premises host.',
  },
  {
    id: 'tasks.images.guarded',
    source: 'decisions §3 images',
    text: 'The fetch of a remote image reaches no private address and follows no redirect to elsewhere.',
  },
  {
    id: 'tasks.images.refusal-names-item',
    source: 'decisions §3 images',
    text: "The refusal of an image is 400 payload_invalid naming the item and the caller's host.",
  },
  {
    id: 'tasks.images.checked-bytes',
    source: 'decisions §3 images',
    text: 'The bytes that were checked go upstream, never the URL.',
  },
  {
    id: 'tasks.frame-mode.first-only',
    source: 'video-task-api §2.2, decisions §3 frame_mode',
    text: 'frame_mode is first_only or all; first_only, the default, makes the first image the first frame and warns about further ones.',
  },
  {
    id: 'tasks.frame-mode.all',
    source: 'decisions §3 frame_mode',
    text: 'all makes one image the first frame, two the first and the last, more references.',
  },
  {
    id: 'tasks.frame-mode.explicit-role',
    source: 'decisions §3 frame_mode',
    text: 'An explicit role wins; frame_mode governs only images without one.',
  },
  {
    id: 'tasks.seconds.range',
    source: 'video-task-api §2.2, §8',
    text: 'seconds is one integer from 5 to 15; anything else is refused with 400 payload_invalid.',
  },
  {
    id: 'tasks.seconds.default',
    source: 'video-task-api §2.2',
    text: 'seconds is 5 when absent.',
  },
  {
    id: 'tasks.resolution.values',
    source: 'video-task-api §2.2, §8',
    text: 'resolution is 720p or 1080p; anything else is refused.',
  },
  {
    id: 'tasks.resolution.default',
    source: 'video-task-api §2.2',
    text: 'resolution is 1080p when absent.',
  },
  {
    id: 'tasks.audio.default',
    source: 'video-task-api §2.2',
    text: 'generate_audio is true when absent.',
  },
  {
    id: 'tasks.audio.camel-case',
    source: 'video-task-api §2.2, decisions §3 aspect_ratio',
    text: 'generateAudio is accepted for generate_audio; both with different values are refused with 400.',
  },
  {
    id: 'tasks.size.form',
    source: 'decisions §3 size',
    text: 'size is <width>x<height> with x, X or ×, or 720p or 1080p; its form is checked always.',
  },
  {
    id: 'tasks.size.tolerance',
    source: 'decisions §3 size',
    text: 'The ratio of a size must be within 1 % of a supported aspect, else 400.',
  },
  {
    id: 'tasks.size.resolution-words',
    source: 'video-task-api §2.2, decisions §3 size',
    text: 'size 720p or 1080p sets the resolution when that is absent and contributes no aspect.',
  },
  {
    id: 'tasks.size.ratio-when-used',
    source: 'decisions §3 size',
    text: 'The ratio of a size is checked only when it is used, that is without an aspect ratio.',
  },
];

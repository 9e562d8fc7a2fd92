/**
 * Names that callers of other services use for the parts of an order, by meaning: a field that changes what is bought,
 * or in what form it comes back. The names are those of OpenAI, Sora, Runway, Kling, MiniMax, ModelArk, fal, Replicate
 * and DashScope, and of programs that speak to several of them, as their documents have them on 2026-11-29. One name
 * means one thing. A surface has a rule for each meaning under a name that is not its own; a name without a meaning
 * here changes nothing, and may be ignored with a warning. The usual name comes first.
 */
const rows = [
  ['model', `model model_name modelName model_id modelId`],
  [
    'picture',
    `images image image_url imageUrl image_urls imageUrls input_reference input_image input_images input_image_url
    img_url image_file image_base64 init_image prompt_image promptImage`,
  ],
  [
    'firstFrame',
    `first_frame firstFrame first_frame_url first_frame_image first_image start_frame start_image start_image_url
    image_start`,
  ],
  [
    'lastFrame',
    `last_frame lastFrame last_frame_url last_frame_image last_image end_frame end_image end_image_url image_end
    image_tail tail_image_url`,
  ],
  [
    'reference',
    `reference_image reference_images reference_image_url reference_image_urls referenceImages ref_image ref_images
    image_list subject_reference elements`,
  ],
  [
    'otherMaterial',
    `video video_url videoUrl video_list video_id input_video promptVideo reference_video reference_videos
    reference_video_url remix_video_id remixed_from_video_id audio_url audio_file input_audio reference_audio mask
    mask_url mask_image`,
  ],
  ['seconds', `seconds duration duration_seconds durationSeconds video_length videoLength`],
  ['aspect', `aspect_ratio aspectRatio ratio`],
  ['size', `size width height dimensions image_size video_size`],
  ['resolution', `resolution output_resolution mode`],
  ['quality', `quality input_fidelity output_compression`],
  ['frames', `frames num_frames fps frame_rate frames_per_second framespersecond`],
  ['audioFlag', `generate_audio generateAudio enable_audio with_audio`],
  ['sound', `sound audio`],
  [
    'count',
    `n num_images num_videos num_outputs number_of_videos numberOfVideos sample_count sampleCount batch_size`,
  ],
  ['stream', `stream partial_images`],
  ['form', `response_format output_format background modalities`],
] as const;

/** Meanings of fields that must not be ignored. */
export type FieldMeaning = (typeof rows)[number][0];

const namesByMeaning: ReadonlyMap<FieldMeaning, readonly string[]> = new Map(
  rows.map(([meaning, names]) => [meaning, names.split(/\s+/)]),
);
const meanings: ReadonlyMap<string, FieldMeaning> = new Map(
  [...namesByMeaning].flatMap(([meaning, names]) => names.map((name) => [name, meaning] as const)),
);

/** Returns the meaning of a name on other services; undefined if it changes nothing about the order. */
export function meaningOf(name: string): FieldMeaning | undefined {
  return meanings.get(name);
}

/** Returns the names of a meaning, the usual one first. */
export function namesOf(meaning: FieldMeaning): readonly string[] {
  return namesByMeaning.get(meaning) ?? [];
}

/** A prompt of usual length: 300 characters. */
export const usualPrompt: string =
  'A slow dolly shot through a rain-soaked night market, neon signs mirrored in puddles, steam rising from food stalls, a courier in a yellow coat weaving between umbrellas, shallow depth of field, handheld warmth, distant thunder, the camera settles on a paper lantern swinging in the wind, end of the day.';

/** The body every benchmark creates tasks with. */
export const createBody: string = JSON.stringify({
  model: 'vm_std-2.0',
  prompt: usualPrompt,
  seconds: 5,
  aspect_ratio: '16:9',
  resolution: '720p',
});

/** One model that stands for all, as @openrouter/sdk 1.3.19 types it (models/videomodel.d.ts). */
export const openRouterModels = {
  data: [
    {
      id: 'google/veo-3.1',
      canonical_slug: 'google/veo-3.1',
      name: 'Google: Veo 3.1',
      created: 1_767_225_600,
      supported_resolutions: ['720p', '1080p'],
      supported_aspect_ratios: ['16:9', '9:16', '1:1'],
      supported_sizes: ['1280x720', '1920x1080'],
      supported_durations: [4, 6, 8],
      supported_frame_images: ['first_frame', 'last_frame'],
      generate_audio: true,
      seed: true,
      creativity: null,
      upscale_factor: null,
      allowed_passthrough_parameters: [],
    },
  ],
};

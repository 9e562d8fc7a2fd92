import { z } from 'zod';

/** Every error of the programmatic routes [errors.shape] [local.errors.shape]. */
export const errorBody = z.object({
  error: z.object({
    message: z.string().meta({ description: 'What is wrong, for a person.' }),
    type: z.enum(['invalid_request_error', 'server_error']),
    code: z.string().meta({ description: 'What is wrong, for a program.' }),
    param: z.string().optional().meta({ description: 'The field or header concerned.' }),
  }),
});

export type ErrorBody = z.infer<typeof errorBody>;

import { z } from 'zod';
import { imageRoles } from '../schemas/create-task-body.ts';

// Made once: making a schema costs far more than parsing a field with it.

/** Any text. */
export const anyText = z.string();

/** A role an image may state. */
export const imageRole = z.enum(imageRoles);

import { readFileSync } from 'node:fs';
import {
  catalogSchema,
  defaultCatalog,
  defaultGatewayOptions,
  type GatewayOptions,
  type ModelCatalog,
} from '@filmgate/core';
import { z } from 'zod';
import type { Settings } from '../settings/settings-schema.ts';

const second = 1_000;
const hour = 3_600 * second;

/**
 * The core's policy from the settings.
 *
 * @throws Error with sentences for the operator when the catalog cannot be used
 */
export function gatewayOptionsOf(settings: Settings): GatewayOptions {
  return {
    ...defaultGatewayOptions,
    catalog: catalogOf(settings),
    queueLimit: settings.FILMGATE_QUEUE_LIMIT,
    sendTimeoutMs: settings.FILMGATE_SEND_TIMEOUT_SECONDS * second,
    jobDeadlineMs: settings.FILMGATE_JOB_DEADLINE_SECONDS * second,
    unknownSlotMs: settings.FILMGATE_UNKNOWN_SLOT_SECONDS * second,
    resultRetentionMs: settings.FILMGATE_RETENTION_RESULTS_HOURS * hour,
  };
}

function catalogOf(settings: Settings): ModelCatalog {
  const { FILMGATE_CATALOG_FILE: file, FILMGATE_MODEL_ALIASES: aliases } = settings;
  const catalog =
    file === undefined ? defaultCatalog : check(readJson(file), `FILMGATE_CATALOG_FILE ${file}`);
  return check(
    { ...catalog, aliases: { ...catalog.aliases, ...aliases } },
    'FILMGATE_MODEL_ALIASES',
  );
}

function readJson(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new Error(`FILMGATE_CATALOG_FILE names a file that cannot be read: ${file}.`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`FILMGATE_CATALOG_FILE names a file that is not JSON: ${file}.`);
  }
}

function check(catalog: unknown, source: string): ModelCatalog {
  const parsed = catalogSchema.safeParse(catalog);
  if (parsed.success) return parsed.data;
  throw new Error(`${source} cannot be used:\n${z.prettifyError(parsed.error)}`);
}

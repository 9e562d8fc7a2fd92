import { readFileSync } from 'node:fs';
import { catalogSchema, defaultCatalog, defaultGatewayOptions, type GatewayOptions, type ModelCatalog } from '@filmgate/core';
import { z } from 'zod';
import type { Settings } from '../settings/settings-schema.ts';

const second = 1_000;
const hour = 3_600 * second;

/** The core's policy from the settings. */
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
  const file = settings.FILMGATE_CATALOG_FILE;
  const catalog = file === undefined ? defaultCatalog : readCatalog(file);
  return check({ ...catalog, aliases: { ...catalog.aliases, ...settings.FILMGATE_MODEL_ALIASES } }, 'The model catalog');
}

function readCatalog(file: string): ModelCatalog {
  return check(JSON.parse(readFileSync(file, 'utf8')), `FILMGATE_CATALOG_FILE ${file}`);
}

function check(catalog: unknown, name: string): ModelCatalog {
  const parsed = catalogSchema.safeParse(catalog);
  if (!parsed.success) throw new Error(`${name} cannot be used:\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

import { type ModelCatalog, type OfferedModel, resolveModel } from '@filmgate/core';
import type { Failure } from '../failure.ts';

export type ReadModel =
  | { readonly kind: 'read'; readonly model: OfferedModel }
  | { readonly kind: 'refused'; readonly failure: Failure };

/** The field `model`: a full id on offer, or a refusal that names the wrong part and the nearest ids [local.models.refusal]. */
export function readModel(value: unknown, catalog: ModelCatalog): ReadModel {
  const param = 'model';
  if (value === undefined || value === null || value === '') {
    const message = 'model is required: the full id of a model, as GET /v1/models lists them.';
    return { kind: 'refused', failure: { kind: 'model-required', message, param } };
  }
  if (typeof value !== 'string') {
    const message = 'model must be the full id of a model.';
    return { kind: 'refused', failure: { kind: 'model-invalid', message, param } };
  }
  const model = resolveModel(catalog, value, 'local');
  if (model.kind === 'resolved') return { kind: 'read', model };
  return { kind: 'refused', failure: { kind: 'model-invalid', message: model.message, param } };
}

import { listModels, type ModelCatalog, type OfferedModel } from '@filmgate/core';
import type { LocalModel } from '../schemas/model-list.ts';

/** Every full model id of this API, in catalog order [local.models.list]. */
export function encodeModelList(catalog: ModelCatalog): {
  readonly object: 'list';
  readonly data: readonly LocalModel[];
} {
  return { object: 'list', data: listModels(catalog, 'local').map(encodeModel) };
}

function encodeModel(offered: OfferedModel): LocalModel {
  const { model, family } = offered;
  return {
    id: model,
    description: describe(offered),
    object: 'model',
    owned_by: family.ownedBy,
    type: family.mediaType,
  };
}

/** `Fast variant of family A. 4 s, 16:9, 720p.` */
function describe({ family, durationSeconds, aspectRatio, resolution }: OfferedModel): string {
  const fixed = [
    ...(durationSeconds === null ? [] : [`${durationSeconds} s`]),
    ...(aspectRatio === null ? [] : [aspectRatio]),
    ...(resolution === null ? [] : [resolution]),
  ];
  return [family.description, ...(fixed.length === 0 ? [] : [`${fixed.join(', ')}.`])].join(' ');
}

import { describe, expect, it } from 'vitest';
import { personalityPlaces } from '../http/personality-places.ts';
import { describedPlaces } from './provider-responses/known-descriptions.ts';
import {
  measuredBy,
  testEveryField,
  testSomeFields,
  useResponseGate,
} from './provider-responses/response-gate.ts';

describe('the worst response of a provider', () => {
  useResponseGate();

  it('[providers.engine.worst-case] can be made of every description', () => {
    expect(describedPlaces).toHaveLength(personalityPlaces.length + 1);
    const measured = Object.values(measuredBy).flat().toSorted();
    expect(describedPlaces.map(({ place }) => place.name).toSorted()).toEqual(measured);
  });

  testSomeFields();
  testEveryField(measuredBy.providers);
});

import { describe, expect, it } from 'vitest';
import { personalityEndpoints } from '../http/personality-endpoints.ts';
import { describedEndpoints } from './provider-responses/known-descriptions.ts';
import {
  measuredBy,
  testEveryField,
  testSomeFields,
  useResponseGate,
} from './provider-responses/response-gate.ts';

describe('the worst response of a provider', () => {
  useResponseGate();

  it('[providers.engine.worst-case] can be made of every description', () => {
    expect(describedEndpoints).toHaveLength(personalityEndpoints.length + 1);
    const measured = Object.values(measuredBy).flat().toSorted();
    expect(describedEndpoints.map(({ endpoint }) => endpoint.name).toSorted()).toEqual(measured);
  });

  testSomeFields();
  testEveryField(measuredBy.providers);
});

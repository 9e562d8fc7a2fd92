export * from './engine/provider-description.ts';

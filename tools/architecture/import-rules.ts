import { isBuiltin } from 'node:module';
import { importedPackage, importsOf, type Import, relativeTarget } from './imports.ts';
import { isTestFile, packageOf, type SourceFile, type Violation } from './source-file.ts';

/** Permitted imports. These few lines define the direction of the whole tree; see ARCHITECTURE.md. */
const SCOPE = '@filmgate/';
/** The core: every package may import it, and it imports none of ours. */
const CORE = 'core';
/** The only things outside itself that core may import. */
const CORE_MAY_IMPORT: readonly string[] = ['zod', 'ts-pattern'];
/** Facts about providers as data: every package may import them, and they import none of ours. */
const FACTS = 'provider-facts';
/** The test kit: for tests, not for programs. */
const TEST_KIT = 'conformance';
/** Facts that tests of every package may read. */
const TEST_DATA = 'packages/core/test/aspect-prompt-cases.ts';
/** Packages that put others together. */
const COMPOSERS: readonly string[] = ['server'];
/** Clients of other protocols import the engine, and so does the gateway's client of the mock. */
const ENGINE = 'upstream-http';
const MOCK = 'upstream-mock';
/** Models of the AI SDK as providers: the engine is given a transport, and tests use the mock. */
const MODELS = 'upstream-ai-sdk';
/** Recordings that the mock replays; they import facts about providers alone. */
const CASSETTES = 'mock-cassettes';
/** Part of the mock that may import packages of ours; its server runs without any. */
const MOCK_CLIENT = 'packages/upstream-mock/src/client/';
/** The sibling surfaces of http-adapter; shared code is in other folders. */
const SURFACES: readonly string[] = ['video-task-api', 'local-generation-api', 'admin-api'];
/** A surface with one wire format; its folders are no dialects. */
const ONE_WIRE = 'admin-api';

function problemOfScopedImport(from: string, target: string): string | undefined {
  const owner = packageOf(from);
  if (owner === undefined || COMPOSERS.includes(owner)) {
    return target === TEST_KIT && owner !== undefined && !isTestFile(from)
      ? 'uses the test kit outside a test'
      : undefined;
  }
  if (target === owner) {
    return isTestFile(from) ? undefined : 'imports its own package by name';
  }
  if ([CORE, FACTS, 'ai-provider'].includes(owner)) return `${owner} imports nothing of ours`;
  if (target === FACTS) return undefined;
  if (target === TEST_KIT) return isTestFile(from) ? undefined : 'uses the test kit outside a test';
  if (owner === CASSETTES) return 'cassettes import facts about providers alone';
  if (owner === MOCK && target === CASSETTES) return undefined;
  if (owner === MOCK && !isTestFile(from) && !from.startsWith(MOCK_CLIENT))
    return 'the server of the mock imports nothing of ours';
  if (target === ENGINE && [MOCK, MODELS].includes(owner)) return undefined;
  if (target === MOCK && owner === MODELS && isTestFile(from)) return undefined;
  return target === CORE ? undefined : `siblings never import siblings, here ${SCOPE}${target}`;
}

function problemOfCoreImport(from: string, name: string): string | undefined {
  if (packageOf(from) !== CORE || isTestFile(from) || CORE_MAY_IMPORT.includes(name))
    return undefined;
  return `core imports only ${CORE_MAY_IMPORT.join(', ')} and itself, here ${name}`;
}

function problemOfPackageImport(entry: Import, name: string): string | undefined {
  if (isBuiltin(name) && !name.startsWith('node:')) return `write node:${name} for ${name}`;
  if (name.startsWith(SCOPE)) return problemOfScopedImport(entry.from, name.slice(SCOPE.length));
  return problemOfCoreImport(entry.from, name);
}

function surfaceOf(path: string): string | undefined {
  return SURFACES.find((surface) => path.startsWith(`packages/http-adapter/src/${surface}/`));
}

/** The dialect of a file, which is a folder of its surface; absent for shared files. */
function dialectOf(path: string): string | undefined {
  const surface = surfaceOf(path);
  if (surface === undefined || surface === ONE_WIRE) return undefined;
  return /^([^/]+)\//.exec(path.slice(`packages/http-adapter/src/${surface}/`.length))?.[1];
}

/** Imports of a dialect outside of it: only a surface's `plugin.ts` may import its dialects. */
function problemOfDialectImport(from: string, target: string): string | undefined {
  const dialect = dialectOf(target);
  if (dialect === undefined || dialect === dialectOf(from)) return undefined;
  const mountsDialects = dialectOf(from) === undefined && from.endsWith('/plugin.ts');
  return mountsDialects || isTestFile(from)
    ? undefined
    : `the dialect ${dialect} is used outside its folder`;
}

function problemOfFileImport(from: string, target: string): string | undefined {
  const owner = packageOf(from);
  if (isTestFile(from) && target === TEST_DATA) return undefined;
  if (packageOf(target) !== owner) return `reaches into another folder: ${target}`;
  if (owner === undefined) return undefined;
  const isInside = from.startsWith(`packages/${owner}/src/`);
  if (isInside && target === `packages/${owner}/src/index.ts`) return 'imports its own index.ts';
  if (isInside && !isTestFile(from) && isTestFile(target)) return `uses a test file: ${target}`;
  const targetSurface = surfaceOf(target);
  if (targetSurface === undefined) return undefined;
  if (targetSurface === surfaceOf(from)) return problemOfDialectImport(from, target);
  const isShared = /^packages\/http-adapter\/src\/(?!index\.ts$)/.test(from);
  return isShared ? `the surface ${targetSurface} is used outside itself` : undefined;
}

function problemOf(entry: Import): string | undefined {
  const target = relativeTarget(entry);
  if (target !== undefined) return problemOfFileImport(entry.from, target);
  const name = importedPackage(entry);
  return name === undefined ? undefined : problemOfPackageImport(entry, name);
}

/** Imports against the direction of the tree. */
export function findForbiddenImports(files: readonly SourceFile[]): readonly Violation[] {
  return files.flatMap(importsOf).flatMap((entry) => {
    const problem = problemOf(entry);
    return problem === undefined ? [] : [{ path: entry.from, problem }];
  });
}

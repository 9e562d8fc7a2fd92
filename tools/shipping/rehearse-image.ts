import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { listBuildContext } from './build-context.ts';
import {
  commandWords,
  environmentOf,
  type Instruction,
  readCopy,
  type Stage,
  textsOf,
} from './read-dockerfile.ts';

const run = promisify(execFile);

/** The contents of the image, as a folder. */
export interface RehearsedImage {
  /** Returns the local path of an absolute path of the image. */
  at(path: string): string;
  /** The image's environment, with paths mapped to local ones. */
  readonly environment: Readonly<Record<string, string>>;
  /** The start command, with paths mapped to local ones. */
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
}

interface Rehearsal {
  /** Top of the project: the build context. */
  readonly root: string;
  /** Parent of the stages' folders. */
  readonly folder: string;
  readonly stages: readonly Stage[];
}

/** Program folders of the base image; those of this machine stand in for them. */
const ofTheMachine = /^\/(?:usr|bin|tmp|dev|proc)(?:\/|$)/;

function stageFolder({ folder, stages }: Rehearsal, name: string): string {
  const index = stages.findIndex((stage) => stage.name === name);
  if (index === -1) throw new RangeError(`no stage is called ${name}`);
  return join(folder, String(index));
}

/** Maps absolute paths of a command into the folder of the image. */
function moved(word: string, top: string): string {
  return word.startsWith('/') && !ofTheMachine.test(word) ? join(top, word) : word;
}

/** State of a stage while its instructions are followed. */
interface StageState {
  readonly top: string;
  readonly workingDirectory: string;
}

function copy(rehearsal: Rehearsal, { top, workingDirectory }: StageState, text: string): void {
  const { from, sources, target } = readCopy(text);
  const into = target.startsWith('/') ? join(top, target) : join(top, workingDirectory, target);
  if (from === undefined && sources.length === 1 && sources[0] === '.') {
    for (const path of listBuildContext(rehearsal.root)) {
      mkdirSync(dirname(join(into, path)), { recursive: true });
      cpSync(join(rehearsal.root, path), join(into, path));
    }
    return;
  }
  const origin = from === undefined ? rehearsal.root : stageFolder(rehearsal, from);
  for (const source of sources) {
    const path = join(origin, source);
    const isFolder = statSync(path).isDirectory();
    const name = source.slice(source.lastIndexOf('/') + 1);
    const destination = !isFolder && target.endsWith('/') ? join(into, name) : into;
    cpSync(path, destination, { recursive: true, verbatimSymlinks: true });
  }
}

/** Variables by which this machine reaches the registry. */
const wayToRegistry = /^(?:npm_config_registry|NODE_EXTRA_CA_CERTS|(?:HTTPS?|NO)_PROXY)$/i;

/** The Node of this project and the machine's npm, and nothing else of this process's environment. */
function shellEnvironment(folder: string): NodeJS.ProcessEnv {
  const { HOME, PATH = '' } = process.env;
  const programs = join(folder, 'programs');
  const machine = PATH.split(':').filter((part) => !part.includes('node_modules'));
  const kept = Object.entries(process.env).filter(([name]) => wayToRegistry.test(name));
  return { ...Object.fromEntries(kept), HOME, PATH: [programs, ...machine].join(':') };
}

async function execute(rehearsal: Rehearsal, state: StageState, text: string): Promise<void> {
  // The user "node" belongs to the base image: here the folders belong to this user.
  const ownless = text.replaceAll(/ -[og] node\b/g, '');
  const script = ownless
    .split(' ')
    .map((word) => moved(word, state.top))
    .join(' ');
  const options = {
    cwd: join(state.top, state.workingDirectory),
    env: shellEnvironment(rehearsal.folder),
    maxBuffer: 64 * 1024 * 1024,
  };
  try {
    await run('/bin/sh', ['-c', script], options);
  } catch (error) {
    if (!(error instanceof Error && 'stdout' in error)) throw error;
    throw new Error(`${error.message}\n${String(error.stdout)}`, { cause: error });
  }
}

/** Instructions about the image itself, not its contents. */
const properties: ReadonlySet<string> = new Set([
  'ENV',
  'USER',
  'VOLUME',
  'EXPOSE',
  'HEALTHCHECK',
  'ENTRYPOINT',
  'CMD',
]);

async function follow(
  rehearsal: Rehearsal,
  state: StageState,
  { keyword, text }: Instruction,
): Promise<StageState> {
  switch (keyword) {
    case 'WORKDIR':
      mkdirSync(join(state.top, text), { recursive: true });
      return { ...state, workingDirectory: text };
    case 'COPY':
      copy(rehearsal, state, text);
      return state;
    case 'RUN':
      await execute(rehearsal, state, text);
      return state;
    default:
      if (properties.has(keyword)) return state;
      throw new RangeError(`the rehearsal does not know ${keyword}`);
  }
}

/**
 * Follows a Dockerfile without an engine: each stage is a folder, the context is filtered by `.dockerignore`, and
 * commands run on this machine with the project's Node. It proves that the copied files make a running program, not
 * that the base image has the expected content.
 */
export async function rehearseImage(rehearsal: Rehearsal): Promise<RehearsedImage> {
  const { folder, stages } = rehearsal;
  mkdirSync(join(folder, 'programs'), { recursive: true });
  symlinkSync(process.execPath, join(folder, 'programs', 'node'));
  for (const [index, stage] of stages.entries()) {
    let state: StageState = { top: join(folder, String(index)), workingDirectory: '/' };
    mkdirSync(state.top);
    for (const instruction of stage.instructions) {
      state = await follow(rehearsal, state, instruction);
    }
  }
  const last = stages.at(-1);
  if (last === undefined) throw new RangeError('the Dockerfile has no stage');
  const top = join(folder, String(stages.length - 1));
  const words = (text: string) => commandWords(text).map((word) => moved(word, top));
  const only = (keyword: string) => textsOf(last, keyword).at(-1) ?? '[]';
  const environment = Object.entries(environmentOf(last)).map(
    ([name, value]) => [name, moved(value, top)] as const,
  );
  return {
    at: (path) => moved(path, top),
    environment: {
      ...Object.fromEntries(environment),
      PATH: shellEnvironment(folder)['PATH'] ?? '',
    },
    entrypoint: words(only('ENTRYPOINT')),
    command: words(only('CMD')),
    healthCheck: words(only('HEALTHCHECK').replace(/^.* CMD /, '')),
  };
}

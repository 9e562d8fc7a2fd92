import { readdirSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';

interface Rule {
  readonly pattern: string;
  /** True if it re-includes files that earlier rules excluded. */
  readonly keeps: boolean;
}

function readRules(text: string): readonly Rule[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ pattern: line.replace(/^!/, ''), keeps: line.startsWith('!') }));
}

/** True if the file is excluded (docs.docker.com, ".dockerignore") by the last rule for it or a folder above it. */
function isLeftOut(path: string, rules: readonly Rule[]): boolean {
  const parts = path.split('/');
  const itself = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
  const last = rules.findLast(({ pattern }) => itself.some((part) => matchesGlob(part, pattern)));
  return last !== undefined && !last.keeps;
}

/** A folder may be skipped if no later rule can re-include a file below it. */
function isSkipped(folder: string, rules: readonly Rule[]): boolean {
  const isTakenBack = rules.some(({ pattern, keeps }) => keeps && pattern.startsWith(`${folder}/`));
  return isLeftOut(folder, rules) && !isTakenBack;
}

function filesBelow(root: string, folder: string, rules: readonly Rule[]): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return isSkipped(path, rules) ? [] : filesBelow(root, path, rules);
    return isLeftOut(path, rules) ? [] : [path];
  });
}

/** Paths of all files in the build context: the project without the files that `.dockerignore` excludes. */
export function listBuildContext(root: string): readonly string[] {
  return filesBelow(root, '', readRules(readFileSync(join(root, '.dockerignore'), 'utf8')));
}

import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import {
  type CatalogProblem,
  printCatalogProblems,
  printPath,
} from '../catalog/catalog-problem.ts';
import { describeIssue } from '../catalog/describe-issue.ts';
import { type PositionedJson, readPositionedJson } from '../catalog/positioned-json.ts';

/** A JSON file of the operator's, with the positions of its parts. */
export interface OperatorFile<Value> {
  readonly value: Value;
  /** Records a problem at a part of the file. */
  complain(path: readonly PropertyKey[], message: string): void;
  /** @throws Error with every problem, by file, line and column, when there is one */
  refuseProblems(): void;
}

/**
 * Reads a file that a setting names.
 *
 * @throws Error with sentences for the operator: the file is unreadable, or its problems by line and column
 */
export function readOperatorFile<Value>(
  setting: string,
  file: string,
  schema: z.ZodType<Value>,
): OperatorFile<Value> {
  const refuse = (problems: readonly CatalogProblem[]): never => {
    const inOrder = problems.toSorted((one, other) =>
      one.line === other.line ? one.column - other.column : one.line - other.line,
    );
    throw new Error(`${setting} cannot be used:\n${printCatalogProblems(file, inOrder)}`);
  };
  const reading = readPositionedJson(bytesOf(setting, file));
  if (reading.kind === 'refused') return refuse(reading.problems);
  const parsed = schema.safeParse(reading.json.value);
  if (!parsed.success) {
    return refuse(parsed.error.issues.flatMap((issue) => describeIssue(issue, reading.json)));
  }
  return operatorFile(parsed.data, reading.json, refuse);
}

function operatorFile<Value>(
  value: Value,
  json: PositionedJson,
  refuse: (problems: readonly CatalogProblem[]) => never,
): OperatorFile<Value> {
  const problems: CatalogProblem[] = [];
  return {
    value,
    complain: (path, message) => {
      problems.push({ ...json.positionOf(path), path: printPath(path), message });
    },
    refuseProblems: () => {
      if (problems.length > 0) refuse(problems);
    },
  };
}

function bytesOf(setting: string, file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch {
    throw new Error(`${setting} names ${file}, which cannot be read.`);
  }
}

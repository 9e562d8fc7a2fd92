import ts from 'typescript';
import { isTestCall } from '../requirements/test-titles.ts';
import { type SourceFile, type Violation, visitNodes } from './source-file.ts';

const isRetry = ({ name }: ts.ObjectLiteralElementLike) =>
  name !== undefined && ts.isIdentifier(name) && name.text === 'retry';

/** Tests with the option `retry`, which would hide an intermittent failure. */
export function findRetriedTests(files: readonly SourceFile[]): readonly Violation[] {
  const violations: Violation[] = [];
  for (const file of files.filter(({ path }) => /\.(?:test|check)\.tsx?$/.test(path)))
    visitNodes(file, (node) => {
      if (!ts.isCallExpression(node) || !isTestCall(node)) return;
      const options = node.arguments.find((argument) => ts.isObjectLiteralExpression(argument));
      if (options?.properties.some(isRetry) === true)
        violations.push({ path: file.path, problem: `tries a test again: ${options.getText()}` });
    });
  return violations;
}

import { DockerfileParser } from 'dockerfile-ast';

/** One instruction, its continuation lines joined. */
export interface Instruction {
  /** Name of the instruction, in capitals. */
  readonly keyword: string;
  readonly text: string;
}

/** One stage of a build, which begins with FROM. */
export interface Stage {
  readonly name: string | undefined;
  /** Base image, or earlier stage. */
  readonly base: string;
  readonly instructions: readonly Instruction[];
}

/** The stages of a Dockerfile in their order. */
export function readDockerfile(text: string): readonly Stage[] {
  const stages: { name: string | undefined; base: string; instructions: Instruction[] }[] = [];
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    const keyword = instruction.getKeyword();
    // The parser's text form has flags and joined lines; its argument forms lack one of the two.
    const content = instruction.toString().slice(keyword.length).trim();
    if (keyword === 'FROM') {
      const [base = '', , name] = content.split(' ');
      stages.push({ name, base, instructions: [] });
    } else {
      stages.at(-1)?.instructions.push({ keyword, text: content });
    }
  }
  return stages;
}

/** Texts of all instructions of one kind. */
export function textsOf({ instructions }: Stage, keyword: string): readonly string[] {
  return instructions.filter((one) => one.keyword === keyword).map(({ text }) => text);
}

/**
 * Arguments of a command in its JSON form, the only one that starts a program without a shell.
 *
 * @throws SyntaxError for any other form
 */
export function commandWords(text: string): readonly string[] {
  const words: unknown = JSON.parse(text);
  if (!Array.isArray(words)) throw new SyntaxError(`not a list of words: ${text}`);
  return words.map(String);
}

/** Variables that ENV instructions set. */
export function environmentOf(stage: Stage): Readonly<Record<string, string>> {
  const pairs = textsOf(stage, 'ENV').flatMap((text) => text.split(' '));
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [name, value.join('=')];
    }),
  );
}

/** A COPY instruction: source stage, sources, destination. */
export interface CopyInstruction {
  /** Name of an earlier stage; undefined = the build context. */
  readonly from: string | undefined;
  readonly sources: readonly string[];
  readonly target: string;
}

export function readCopy(text: string): CopyInstruction {
  const words = text.split(' ');
  const flag = words.find((word) => word.startsWith('--from='));
  const paths = words.filter((word) => !word.startsWith('--'));
  return {
    from: flag?.slice('--from='.length),
    sources: paths.slice(0, -1),
    target: paths.at(-1) ?? '',
  };
}

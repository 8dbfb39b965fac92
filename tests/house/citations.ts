import { headingsOf } from './documents.ts';

/**
 * Finds citations in code, comments and documents that lead nowhere. `contract, section 3, Market` cites the part
 * "Market" of section 3 of docs/contract.md. `ARCHITECTURE.md, Fact families` cites a heading of ARCHITECTURE.md. Any
 * name that ends in .md is a file of the repository. Works only on source text.
 */
export interface Citable {
  /** Titles of each section of docs/contract.md, keyed by section number. */
  readonly sections: ReadonlyMap<number, readonly string[]>;
  /** The headings of ARCHITECTURE.md. */
  readonly architecture: readonly string[];
  readonly isThere: (path: string) => boolean;
}

export function citable(contract: string, architecture: string, isThere: Citable['isThere']): Citable {
  const sections = new Map<number, string[]>();
  let titles: string[] = [];
  for (const { level, title } of headingsOf(contract)) {
    const number = level === 2 ? /^(\d+)\. /.exec(title)?.[1] : undefined;
    if (level === 2) titles = [];
    if (number !== undefined) sections.set(Number(number), titles);
    else if (level === 3) titles.push(title);
  }
  return { sections, architecture: headingsOf(architecture).map(({ title }) => title), isThere };
}

/** Joins a comment into one line, without line breaks and the comment signs at the beginning of its lines. */
function joined(source: string): string {
  return source.replace(/\s*\n\s*(?:\*(?!\/)|\/\/|--|#|>)?\s*/g, ' ');
}

/** External documents that have sections: standards and web pages. */
const OF_OTHERS = /(?:RFC \d+|file format|https?:\/\/\S+), $/;

const OF_CONTRACT = /(?:^|[\s(/`])contract(?:\.md)?, $/i;

const SECTIONS = /\bsections? (\d+)(?:( to | and )(\d+))?/gi;

/** Number of characters considered before and after a citation. */
const AROUND = 120;

/** Returns a sentence for each citation in a file that leads nowhere. */
export function citationFaults(path: string, source: string, documents: Citable): readonly string[] {
  const text = joined(source);
  return [
    ...sectionFaults(text, documents),
    ...architectureFaults(text, documents),
    ...fileFaults(path, text, documents),
    ...Array.from(text.matchAll(ELSEWHERE), ([cited]) => `cites "${cited.trim()}", which is no document here`),
  ].map((fault) => `${path} ${fault}`);
}

/**
 * Ways to cite a specification or design document that the repository does not contain. Names in lists in the code do
 * not match.
 */
const ELSEWHERE =
  /(?:^|(?<![{,])[\s("'`/])(?:(?:spec|specification|design|platform)(?:, (?=[A-Z`]|section|[a-z]+[A-Z])|: )[\w/ ]{0,30}|(?:the|of) spec(?:ification)?\b(?! of))/g;

function sectionFaults(text: string, { sections }: Citable): readonly string[] {
  return Array.from(text.matchAll(SECTIONS)).flatMap((match) => {
    const [cited, first, join, last] = match;
    const before = text.slice(Math.max(0, match.index - AROUND), match.index);
    if (OF_OTHERS.test(before)) return [];
    if (!OF_CONTRACT.test(before)) return [`cites section ${first} of no document`];
    const numbers = numbersOf(Number(first), join, last);
    const unknown = numbers.find((number) => !sections.has(number));
    if (unknown !== undefined) return [`cites section ${unknown} of the contract, which has none`];
    const end = match.index + cited.length;
    return titleFaults(
      text.slice(end, end + AROUND),
      numbers.flatMap((n) => sections.get(n)!),
      cited,
    );
  });
}

function numbersOf(first: number, join: string | undefined, last: string | undefined): readonly number[] {
  if (last === undefined) return [first];
  if (join !== ' to ') return [first, Number(last)];
  return Array.from({ length: Number(last) - first + 1 }, (_, i) => first + i);
}

/**
 * Checks the `, Title` of a citation and further titles after `, ` or ` and `. A lower-case word does not begin a
 * title.
 */
function titleFaults(rest: string, titles: readonly string[], where: string): readonly string[] {
  let left = rest;
  for (let joint = /^, (?=[A-Z])/; ; joint = /^(?:, | and )(?=[A-Z])/) {
    if (!joint.test(left)) return [];
    left = left.replace(joint, '');
    const found = longestOf(titles, left);
    if (found === null) return [`cites "${left.slice(0, 40)}" in ${where}, where there is no such title`];
    left = left.slice(found.length);
  }
}

function longestOf(titles: readonly string[], text: string): string | null {
  return (
    titles
      .filter((title) => text.startsWith(title) && !/^[\w-]/.test(text.slice(title.length)))
      .toSorted((a, b) => b.length - a.length)[0] ?? null
  );
}

function architectureFaults(text: string, { architecture }: Citable): readonly string[] {
  return Array.from(text.matchAll(/ARCHITECTURE\.md(?<rest>, .{0,80})/gs)).flatMap(({ groups }) =>
    titleFaults(groups!['rest']!, architecture, 'ARCHITECTURE.md'),
  );
}

/** Checks file names, which may be relative to the repository or to the folder of the citing file. */
function fileFaults(path: string, text: string, { isThere }: Citable): readonly string[] {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  return Array.from(text.matchAll(/(?<![\w/.:<*{}-])(?:[\w-]+\/|\.\.?\/)*[\w-]+\.md\b/g), ([file]) => file)
    .filter((file) => !isThere(file) && !isThere(new URL(file, `file:///${folder}`).pathname.slice(1)))
    .map((file) => `names ${file}, which is not there`);
}

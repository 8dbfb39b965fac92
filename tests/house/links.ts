import { headingsOf, proseOf } from './documents.ts';

/** Access to the possible targets of Markdown links. */
export interface Linkable {
  readonly isThere: (path: string) => boolean;
  /** Returns the text of a Markdown file, or null if the file is not Markdown or does not exist. */
  readonly markdownOf: (path: string) => string | null;
}

/** Matches `[text](target)`, `[text](target "title")`, and `[name]: target` on a separate line. */
const LINKS = /\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)|^ {0,3}\[[^\]]+\]:\s+(\S+)/gm;

/** Returns a sentence about each relative link of a Markdown file that leads nowhere. */
export function linkFaults(path: string, markdown: string, linkable: Linkable): readonly string[] {
  return Array.from(withoutCode(proseOf(markdown)).matchAll(LINKS), ([, inline, reference]) => (inline ?? reference)!)
    .filter((target) => !/^[a-z][a-z0-9+.-]*:/i.test(target))
    .flatMap((target) => {
      const fault = faultOf({ path, markdown }, target, linkable);
      return fault === null ? [] : [`${path} links to ${target}: ${fault}`];
    });
}

/** Removes code spans, because links in them are only shown. */
function withoutCode(markdown: string): string {
  return markdown.replace(/(`+)(?!`)[^\n]*?[^`\n]\1(?!`)/g, '');
}

interface Linking {
  readonly path: string;
  readonly markdown: string;
}

function faultOf(from: Linking, target: string, { isThere, markdownOf }: Linkable): string | null {
  const [file = '', anchor] = target.split('#');
  const linked = file === '' ? from.path : resolved(from.path, file);
  if (!isThere(linked)) return `there is no ${linked}`;
  if (anchor === undefined) return null;
  const markdown = linked === from.path ? from.markdown : markdownOf(linked);
  return markdown !== null && anchorsOf(markdown).has(anchor) ? null : `${linked} has no heading of that anchor`;
}

function resolved(path: string, file: string): string {
  return decodeURIComponent(new URL(file, `file:///${path}`).pathname.slice(1));
}

/**
 * Returns the anchors of all headings: in lower case, with hyphens for spaces and without punctuation. A repeated
 * anchor gets a number.
 */
export function anchorsOf(markdown: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const { title } of headingsOf(markdown)) {
    const anchor = title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-');
    let unique = anchor;
    for (let n = 1; anchors.has(unique); n++) unique = `${anchor}-${n}`;
    anchors.add(unique);
  }
  return anchors;
}

/** Matches a path into one of our folders in a code span. Patterns such as `schema/records/<kind>.ts` do not match. */
const PATHS = /`((?:schema|domain|adapters|http|jobs|tests|docs)\/[\w./-]+\.(?:ts|mjs|md|json|sql))`/g;

const COMMENTS = /\/\*\*?[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm;

/** A path into one of our folders, with or without an ending. Patterns such as `schema/records/<kind>.ts` do not match. */
const COMMENT_PATHS = /(?<![\w./<-])(?:schema|domain|adapters|http|jobs|tests|docs)\/[\w./-]*\w(?![\w<*{-])/g;

/** Like `pathFaults`, but for the files and folders that comments of code name. */
export function commentPathFaults(
  path: string,
  code: string,
  { isThere }: Pick<Linkable, 'isThere'>,
): readonly string[] {
  return Array.from(code.matchAll(COMMENTS), ([comment]) => comment)
    .flatMap((comment) => comment.replace(/\s*\n\s*\*?\s*/g, ' ').match(COMMENT_PATHS) ?? [])
    .filter((file) => !isThere(file) && !isThere(`${file}.ts`))
    .map((file) => `${path} names ${file}, which is not there`);
}

/** Like `linkFaults`, but for the files that a document names in code spans. */
export function pathFaults(path: string, markdown: string, { isThere }: Linkable): readonly string[] {
  return Array.from(markdown.matchAll(PATHS), ([, file]) => file!)
    .filter((file) => !isThere(file))
    .map((file) => `${path} names ${file}, which is not there`);
}

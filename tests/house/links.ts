import { headingsOf, proseOf } from './documents.ts';

/** What the links of Markdown files may lead to. */
export interface Linkable {
  readonly isThere: (path: string) => boolean;
  /** The Markdown text of a file; null where it is no Markdown or not there. */
  readonly markdownOf: (path: string) => string | null;
}

/** `[text](target)` and `[text](target "title")`, and `[name]: target` on a line of its own. */
const LINKS = /\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)|^ {0,3}\[[^\]]+\]:\s+(\S+)/gm;

/** Sentences about the relative links of a Markdown file that lead nowhere. */
export function linkFaults(path: string, markdown: string, linkable: Linkable): readonly string[] {
  return Array.from(withoutCode(proseOf(markdown)).matchAll(LINKS), ([, inline, reference]) => (inline ?? reference)!)
    .filter((target) => !/^[a-z][a-z0-9+.-]*:/i.test(target))
    .flatMap((target) => {
      const fault = faultOf({ path, markdown }, target, linkable);
      return fault === null ? [] : [`${path} links to ${target}: ${fault}`];
    });
}

/** Spans of code show links, and are none. */
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

/** The anchors that headings get: lower case, hyphens for spaces, no signs; one that comes again is numbered. */
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

/** Our folders, in which a path in a span of code names a file; patterns such as `schema/records/<kind>.ts` name none. */
const PATHS = /`((?:schema|domain|adapters|http|jobs|tests|docs)\/[\w./-]+\.(?:ts|mjs|md|json|sql))`/g;

/** The same of files that a document names in spans of code. */
export function pathFaults(path: string, markdown: string, { isThere }: Linkable): readonly string[] {
  return Array.from(markdown.matchAll(PATHS), ([, file]) => file!)
    .filter((file) => !isThere(file))
    .map((file) => `${path} names ${file}, which is not there`);
}

import { parse } from '@babel/parser';
import { filesEndingIn } from '../house/documents.ts';

const PRODUCT = /^(?:domain|adapters|http|jobs|schema)\//;
/** What programs read: queries, and the paths and types of imports, which the walk below passes over. */
const QUERY =
  /^\s*(?:(?:SELECT|WITH|PRAGMA|FROM|WHERE|ON CONFLICT)\b|on conflict |select .+ from |insert |update \w+ set|delete from |create (?:table|index|trigger|temp|view|unique))/;
const CODE_KEYS = new Set(['source', 'typeAnnotation', 'typeParameters', 'comments', 'leadingComments', 'loc', 'extra']);

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly name?: string;
  readonly callee?: Node;
  readonly value?: unknown;
  readonly operator?: string;
  readonly left?: Node;
  readonly right?: Node;
  readonly tag?: Node;
  readonly quasi?: Node;
  readonly quasis?: readonly { readonly value: { readonly cooked: string | null } }[];
  readonly expressions?: readonly Node[];
}

function isNode(value: unknown): value is Node {
return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

function childrenOf(node: Node): readonly Node[] {
return Object.entries(node)
    .filter(([key]) => !CODE_KEYS.has(key))
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .filter(isNode);
}

/** Renders a value in a sentence: its name if it is short, otherwise an ellipsis. */
function placeOf(node: Node, source: string): string {
  const code = source.slice(node.start, node.end);
  return /^[\w.]{1,40}$/.test(code) ? `{${code}}` : '{…}';
}

/** Returns the text of a literal, a template or a concatenation, or null for other nodes. */
function textOf(node: Node, source: string): string | null {
  if (node.type === 'StringLiteral') return node.value as string;
  if (node.type === 'TemplateLiteral') {
    const { quasis: parts = [], expressions: values = [] } = node;
    return parts
      .map(({ value }, at) => `${value.cooked ?? ''}${values[at] === undefined ? '' : placeOf(values[at], source)}`)
      .join('');
  }
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return null;
  const [left, right] = [node.left!, node.right!];
  const [before, after] = [textOf(left, source), textOf(right, source)];
  if (before === null && after === null) return null;
  return `${before ?? placeOf(left, source)}${after ?? placeOf(right, source)}`;
}

/** Matches texts that are part of a query. */
const OF_QUERIES =
  /\b(?:SELECT|INSERT|UPDATE|DELETE|CREATE|JOIN|ORDER BY|json_\w+|coalesce|cast|substr|length|exists) ?\(|\b(?:SELECT|JOIN|ORDER BY|order by|cross join|group by|drop table|is null or|desc, \w)\b|\b(?:where|from|on|and) [\w.{}…]+ ?[=>(]|\b\w+\.\w+ = |\w+\.\w+, \w+\.\w+|^pragma |\w+_\w+, \w+/;

/** Whether a text is for people: it has at least three words and is not part of a query. */
function isSentence(text: string): boolean {
return text.split(/\s+/).filter((word) => /^[("“‘']?\{?[\p{L}…]/u.test(word)).length >= 3 &&
  !QUERY.test(text) &&
  !OF_QUERIES.test(text);
}

/** Whether a literal is a list of columns that is passed to the helper for inserts (adapters/libsql/insert_rows.ts). */
function isPlainSql({ callee }: Node, child: Node): boolean {
  return child.type === 'StringLiteral' && /^(?:insertRows|overwrite)$/.test(callee?.name ?? '');
}

function sentencesIn(node: Node, source: string): readonly string[] {
  if (node.type.startsWith('TS') && !/Expression$/.test(node.type)) return [];
  const tag = node.tag?.name ?? node.tag?.callee?.name;
  if (tag === 'readWordTable') return [];
  if (tag === 'createIntent') return readPhrasings(node, source);
  const text = textOf(node, source);
  const own = text !== null && isSentence(text) ? [text.replaceAll(/\s+/g, ' ').trim()] : [];
  const isRead = text !== null && own.length > 0 && node.type !== 'TemplateLiteral';
  const children = isRead ? [] : childrenOf(node).filter((child) => !isPlainSql(node, child));
  const inside = children.flatMap((child) => sentencesIn(child, source));
  return [...own, ...inside];
}

/** Returns the lines of phrasings of a question. A table of words (domain/knowledge/intents/slang.ts) has no sentences. */
function readPhrasings({ quasi }: Node, source: string): readonly string[] {
  const lines = (textOf(quasi!, source) ?? '').split('\n').map((line) => line.trim());
  return lines.filter(isSentence);
}

/** Returns the sentences of a product file in order. */
export function sentencesOf(source: string): readonly string[] {
  const { program } = parse(source, { sourceType: 'module', plugins: ['typescript'] });
  return sentencesIn(program as unknown as Node, source);
}

/**
 * Returns all sentences of the product that people may read (refusals, help, answers, pages, descriptions, log lines),
 * by file, with {name} or {…} in the place of values. They are one text so that they can be read together.
 */
export function sentencesText(): string {
return filesEndingIn('.ts')
    .filter(({ path }) => PRODUCT.test(path))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, source }) => ({ path, lines: sentencesOf(source) }))
    .filter(({ lines }) => lines.length > 0)
    .map(({ path, lines }) => `${path}\n${lines.map((line) => `  ${line}\n`).join('')}`)
    .join('\n');
}

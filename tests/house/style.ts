import { readFileSync } from 'node:fs';
import { parse } from '@babel/parser';
import { filesEndingIn } from './documents.ts';

/** A comment, sentence or name in one file, with the line it begins on. Sentences have no line number and report 0. */
export interface Place {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** The parts of a source file that a style rule can look at. */
export interface SourceParts {
  readonly comments: readonly Place[];
  readonly sentences: readonly Place[];
  readonly names: readonly Place[];
  readonly declared: readonly Place[];
  readonly arrows: readonly Place[];
  readonly groupings: readonly Place[];
}

export interface StyleRule {
  readonly find: (parts: SourceParts) => readonly Place[];
  /** The wording that replaces a match. */
  readonly better: string;
}

const PRODUCT = /^(?:domain|adapters|http|jobs|schema)\//;

/** Rules, keyed by name. Every rule has a ceiling in style_ceilings.json. */
export const STYLE_RULES: Readonly<Record<string, StyleRule>> = {
  'null-colon': prose(/[;,.] null: /, 'or null if …'),
  'null-where': prose(/\bnull,? where\b/, 'or null if …'),
  'where-for-if': prose(
    /\b(?:0|true|false|undefined|empty|nothing|none|not|only|and|or) where\b|\bwhere it (?:is|was)\b/,
    'if … or when …',
  ),
  'what-first': firstWords(/^(?:What|Whatever|That which)\b/, 'a noun or a verb: Returns …, Caches …, The newest …'),
  'question-first': firstWords(
    /^(?:How|Where|Who|Whoever|Whose|Which|That|Of|As|So)\b/,
    'a noun or a verb: Number of …',
  ),
  'what-clause': prose(
    /\bwhat(?:ever)? (?:is|was|are|were|has|had|comes?|came|went|goes|stands?)\b|\b(?:that|those) which\b/,
    'the noun that is meant',
  ),
  'those-of': prose(/\b(?:those|that|the one) of\b/, 'the noun again'),
  'whose-whose': prose(/\bwhose [^.;]* (?:are|is) whose\b/, 'two sentences'),
  inverted: prose(/(?:^|[.;:] )Of (?:an?|the|those|these|all|every) /, 'subject, verb, object'),
  told: prose(/\btold\b|\btells? of\b/, 'says, reports, returns …'),
  'came-to': prose(/\b(?:came|comes) to\b/, 'the result'),
  stands: prose(/\b(?:stands?|stood)\b(?! for\b)/, 'is'),
  alone: prose(/\b(?!let )\w+ alone\b/, 'only …'),
  else: prose(/, else\b/, 'otherwise'),
  'so-many': prose(/\bso many\b/i, 'the number'),
  archaic: prose(
    /\b(?:as gladly|in vain|by the way|fares?|hands? on|handed on|whereof|thereof|wherein|therein|thereby|hence)\b/,
    'plain words',
  ),
  'participle-name': declared(
    /^(?!Sighting$|Heading$|Setting$|Rating$|Listing$)(?:[A-Z][a-z]+(?:ed|ing)|Made|Told|Kept|Taken|Given|Found|Known|Shown|Drawn|Spent|Held|Sent)$/,
    'a noun that can be looked up',
  ),
  'invented-name': names(
    /^(?:Toll|hogging|EARNEST|Ground|ToolGround|Manner|Keeping|Peopled|IN_VAIN_MAX|letIn|outs|tellers?)$/,
    'the word of the field',
  ),
  'told-name': names(/^told$|^told(?=[A-Z])|Told$/, 'what is reported'),
  // `standing` itself is the game's word for a reputation rank, and a field of the contract.
  'standing-name': names(/^stands?$|^standsIn/, 'what it is'),
  'fills-name': names(/^fills$|^fillsOf$/, 'a verb phrase'),
  'vague-helper': declared(
    /^(?:keyOf|textOf|rowsOf|rowOf|partOf|NOTHING|told|lineOf|valueOf|namesOf|factsOf)$/,
    'what it keys, formats or reads',
  ),
  'arrow-function': { find: ({ arrows }) => arrows, better: 'function name(…) { … }' },
  grouping: { find: ({ groupings }) => groupings, better: 'one field per line' },
};

/** Finds all violations of each style rule in the product, keyed by rule name. */
export function findPlaces(): Readonly<Record<string, readonly Place[]>> {
  const parts = [...readProduct(), readGoldenSentences()];
  return Object.fromEntries(
    Object.entries(STYLE_RULES).map(([name, { find }]) => [name, parts.flatMap((part) => [...find(part)])]),
  );
}

/** Returns one sentence per rule that is above its ceiling, or below a ceiling that can be lowered. */
export function compareWithCeilings(
  counts: Readonly<Record<string, number>>,
  ceilings: Readonly<Record<string, number>>,
): readonly string[] {
  return Object.entries(counts).flatMap(([rule, count]) => {
    const ceiling = ceilings[rule] ?? 0;
    if (count > ceiling)
      return [`${rule}: ${count} places, at most ${ceiling} allowed; npm run ceilings -- ${rule} lists them`];
    return count < ceiling ? [`lower the ceiling of ${rule} to ${count} (npm run ceilings)`] : [];
  });
}

/** Reads every TypeScript and Lua file of the product. */
export function readProduct(): readonly SourceParts[] {
  return filesEndingIn('.ts', '.lua')
    .filter(({ path }) => PRODUCT.test(path))
    .map(({ path, source }) => readParts(path, source));
}

export function readParts(path: string, source: string): SourceParts {
  return path.endsWith('.lua') ? readLua(path, source) : readTypeScript(path, source);
}

/** Reads the published sentences from the golden file, which another test keeps equal to the sources. */
function readGoldenSentences(): SourceParts {
  const lines = readFileSync(new URL('../golden/sentences.txt', import.meta.url), 'utf8').split('\n');
  let path = '';
  const sentences = lines.flatMap((text) => {
    if (!text.startsWith('  ')) path = text;
    return text.startsWith('  ') ? [{ path, line: 0, text: text.trim() }] : [];
  });
  return { comments: [], sentences, names: [], declared: [], arrows: [], groupings: [] };
}

function prose(pattern: RegExp, better: string): StyleRule {
  return {
    find: ({ comments, sentences }) => [...comments, ...sentences].filter(({ text }) => pattern.test(text)),
    better,
  };
}

function firstWords(pattern: RegExp, better: string): StyleRule {
  return { find: ({ comments }) => comments.filter(({ text }) => pattern.test(text)), better };
}

function names(pattern: RegExp, better: string): StyleRule {
  return { find: (parts) => parts.names.filter(({ text }) => pattern.test(text)), better };
}

function declared(pattern: RegExp, better: string): StyleRule {
  return { find: (parts) => parts.declared.filter(({ text }) => pattern.test(text)), better };
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly loc: { readonly start: { readonly line: number }; readonly end: { readonly line: number } };
  readonly [key: string]: unknown;
}

function readTypeScript(path: string, source: string): SourceParts {
  const file = parse(source, { sourceType: 'module', plugins: ['typescript'] });
  const place = (node: Node, text: string): Place => ({ path, line: node.loc.start.line, text });
  const nodes = nodesBelow(file.program as unknown as Node);
  const identifiers = nodes.filter(({ type }) => type === 'Identifier');
  const top = (file.program.body as unknown as readonly Node[]).map((node) => (node['declaration'] as Node) ?? node);
  const variables = top.flatMap((node) =>
    node.type === 'VariableDeclaration' ? (node['declarations'] as Node[]) : [],
  );
  return {
    comments: joinLineComments(
      (file.comments as unknown as readonly (Node & { value: string })[]).map((comment) => ({
        ...place(comment, comment.value),
        endLine: comment.loc.end.line,
        isLine: comment.type === 'CommentLine',
      })),
    ),
    sentences: [],
    // A shorthand property is two nodes at the same position.
    names: [...new Map(identifiers.map((node) => [node.start, node])).values()].map((node) =>
      place(node, String(node['name'])),
    ),
    declared: [...top, ...variables].flatMap((node) => {
      const name = (node['id'] as Node | undefined)?.['name'];
      return typeof name === 'string' ? [place(node, name)] : [];
    }),
    arrows: variables.flatMap((node) =>
      isUntypedArrow(node) ? [place(node, String((node['id'] as Node)['name']))] : [],
    ),
    groupings: nodes
      .filter((node) => node.type === 'ObjectExpression')
      .flatMap((node) => node['properties'] as readonly Node[])
      .filter((part) => part.type === 'SpreadElement' && (part['argument'] as Node).type === 'ObjectExpression')
      .map((part) => place(part, '...{ … }')),
  };
}

/**
 * Whether a variable is an arrow function without a type annotation. A function type on the variable requires an arrow.
 */
function isUntypedArrow(node: Node): boolean {
  return (
    (node['init'] as Node | null)?.type === 'ArrowFunctionExpression' && (node['id'] as Node)['typeAnnotation'] == null
  );
}

function nodesBelow(node: Node, found: Node[] = []): readonly Node[] {
  found.push(node);
  for (const [key, value] of Object.entries(node)) {
    if (/^(?:loc|extra|tokens)$|[cC]omments$/.test(key)) continue;
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child?.type === 'string') nodesBelow(child, found);
  }
  return found;
}

const LUA_TOKEN =
  /--\[(=*)\[[\s\S]*?\]\1\]|--[^\n]*|"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|\[(=*)\[[\s\S]*?\]\2\]|[A-Za-z_]\w*/g;

function readLua(path: string, source: string): SourceParts {
  const tokens = [...source.matchAll(LUA_TOKEN)].map(({ 0: text, index }) => {
    const before = source.slice(0, index);
    const line = before.split('\n').length;
    const isOwner = /^[.:]/.test(source.slice(index + text.length));
    const isDeclared =
      !isOwner && /^(?:local )?function (?:\w+[.:])*$/.test(before.slice(before.lastIndexOf('\n') + 1));
    return {
      path,
      text,
      line,
      endLine: line + text.split('\n').length - 1,
      isLine: !/^--\[=*\[/.test(text),
      isDeclared,
    };
  });
  const names = tokens.filter(({ text }) => /^\w/.test(text));
  return {
    comments: joinLineComments(
      tokens
        .filter(({ text }) => text.startsWith('--'))
        .map((token) => ({ ...token, text: token.text.replace(/^--(?:\[=*\[)?|\]=*\]$/g, '') })),
    ),
    sentences: [],
    names,
    declared: names.filter(({ isDeclared }) => isDeclared),
    arrows: [],
    groupings: [],
  };
}

type RawComment = Place & { readonly endLine: number; readonly isLine: boolean };

/** Joins line comments on consecutive lines, and removes the asterisks in the margin of block comments. */
function joinLineComments(raw: readonly RawComment[]): readonly Place[] {
  const joined: RawComment[] = [];
  for (const comment of raw) {
    const last = joined.at(-1);
    if (last?.isLine && comment.isLine && comment.line === last.endLine + 1)
      joined[joined.length - 1] = { ...last, endLine: comment.endLine, text: `${last.text}\n${comment.text}` };
    else joined.push(comment);
  }
  return joined.map(({ path, line, text }) => ({
    path,
    line,
    text: text
      .replaceAll(/^\s*\*+(?!\w)/gm, '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  }));
}

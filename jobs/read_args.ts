import { parseArgs } from 'node:util';
import { formatQuantity } from '../domain/values/phrases.ts';
import { QUOTE_CHARS_MAX, quote } from '../domain/values/quoted.ts';
import { err, ok, type Result } from '../domain/values/result.ts';
import type { AnyJob, JobArgs } from './job.ts';

/** The parsed arguments of a command, or an error as a sentence. */
export type ReadArgs = { readonly args: JobArgs; readonly quiet: boolean } | WrongArguments;

export function readArgs(job: AnyJob, rest: readonly string[]): ReadArgs {
  const read = parseWords(job, rest);
  return 'error' in read ? read : { args: toJobArgs(read), quiet: read.flags.has(QUIET_OPTION) };
}

export const HELP_OPTIONS: ReadonlySet<string> = new Set(['--help', '-h']);
const QUIET_OPTION = 'quiet';

/** Quotes a word for an error message. Shortens it, and hides a key or token that was typed in the wrong place. */
export function quoteWord(word: string): string {
  return /t[gw]_[A-Za-z0-9_-]{8}/.test(word)
    ? `text of ${formatQuantity([...word].length, 'character')}`
    : JSON.stringify([...word].slice(0, QUOTE_CHARS_MAX).join(''));
}

/** Returns the address of an instance without query, fragment and trailing slashes. `name` is the argument's name. */
export function readInstanceUrl(name: string, text: string): Result<string, string> {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    return err(`${name} must be the address of an instance, such as https://witness.example; got ${quote(text)}.`);
  }
  return ok(`${url.origin}${url.pathname.replace(/\/+$/, '')}`);
}

interface WrongArguments {
  readonly error: string;
}

interface ParsedWords {
  readonly options: ReadonlyMap<string, string>;
  readonly flags: ReadonlySet<string>;
  readonly words: readonly string[];
}

function parseWords(job: AnyJob, rest: readonly string[]): ParsedWords | WrongArguments {
  const options = new Map<string, string>();
  const flags = new Set<string>();
  const words: string[] = [];
  for (const token of splitIntoTokens(job, rest)) {
    if (token.kind === 'positional') {
      words.push(token.value);
      continue;
    }
    const { name, rawName, value = null, inlineValue } = token.kind === 'option' ? token : TERMINATOR_TOKEN;
    const placeholder = findPlaceholder(job, name);
    if (placeholder === undefined)
      return { error: `${job.name} takes ${listOptions(job)}; got ${quoteWord(rawName)}.` };
    const before = job.options?.[name]?.repeatable === true ? options.get(name) : undefined;
    if (before === undefined && (options.has(name) || flags.has(name))) return { error: `--${name} was given twice.` };
    if (placeholder === null) {
      if (value !== null) return { error: `--${name} takes no value; got one.` };
      flags.add(name);
    } else if (value === null || (inlineValue === false && value.startsWith('--'))) {
      return { error: `--${name} must be followed by ${placeholder}; got nothing.` };
    } else options.set(name, before === undefined ? value : `${before} ${value}`);
  }
  return findMissingArgument(job, options, words) ?? { options, flags, words };
}

/** Splits a command line into options, words and terminators. */
function splitIntoTokens(job: AnyJob, rest: readonly string[]) {
  const withValue = Object.entries(job.options ?? {}).filter(([, { value }]) => value !== null);
  const options = Object.fromEntries(withValue.map(([name]) => [name, { type: 'string' }] as const));
  return parseArgs({ args: [...rest], options, strict: false, allowPositionals: true, tokens: true }).tokens;
}

/** A bare `--`, which is rejected as an unknown option. */
const TERMINATOR_TOKEN = { name: '', rawName: '--', value: undefined, inlineValue: undefined } as const;

/** Returns the placeholder of an option's value, null for a flag, or undefined if there is no such option. */
function findPlaceholder(job: AnyJob, name: string): string | null | undefined {
  if (name === QUIET_OPTION) return null;
  return Object.entries(job.options ?? {}).find(([own]) => own === name)?.[1].value;
}

function listOptions(job: AnyJob): string {
  return [...Object.keys(job.options ?? {}), QUIET_OPTION, 'help'].map((name) => `--${name}`).join(', ');
}

/** Returns an error if an argument is missing. The error quotes no values, which may be misplaced secrets. */
function findMissingArgument(
  { name: command, options: all = {}, words: named = [] }: AnyJob,
  options: ReadonlyMap<string, string>,
  words: readonly string[],
): WrongArguments | null {
  const absent = Object.entries(all).find(([name, { required }]) => required === true && !options.has(name));
  if (absent !== undefined) return { error: `${command} requires --${absent[0]} ${absent[1].value}.` };
  const min = named.filter((name) => !name.startsWith('[')).length;
  const max = named.some((name) => name.endsWith('…')) ? Number.POSITIVE_INFINITY : named.length;
  if (words.length >= min && words.length <= max) return null;
  const needed = named.length === 0 ? 'no words beside its options' : named.join(' ');
  const got = words.length === 0 ? 'nothing' : formatQuantity(words.length, 'word');
  return { error: `${command} takes ${needed}; got ${got}.` };
}

function toJobArgs({ options, flags, words }: ParsedWords): JobArgs {
  return { option: (name) => options.get(name) ?? null, flag: (name) => flags.has(name), words };
}

/** The option that every command accepts on top of its own. */
const QUIET_HELP: HelpRow = ['--quiet', 'shows no progress'];

type HelpRow = readonly [left: string, right: string];

export function formatJobList(jobs: readonly Pick<AnyJob, 'name' | 'summary'>[]): string {
  return `Usage: npm run job -- <command> [options]

Commands:
${alignColumns(jobs.map(({ name, summary }) => [name, summary]))}

npm run job -- <command> --help describes a command.`;
}

/** Returns the help text of a command. `program` is the start of the command line, before the options. */
export function formatHelp(job: AnyJob, program = `npm run job -- ${job.name}`): string {
  const options = Object.entries(job.options ?? {}).map(([name, { value, required, repeatable, text }]) => {
    const usage = value === null ? `--${name}` : `--${name} ${value}`;
    return {
      usage: required === true ? usage : `[${usage}]${repeatable === true ? '…' : ''}`,
      row: [usage, text] as const,
    };
  });
  const usage = [program, ...(job.words ?? []), ...options.map((option) => option.usage), '[--quiet]'].join(' ');
  return `Usage: ${usage}\n\n${job.help}\n\n${alignColumns([...options.map(({ row }) => row), QUIET_HELP])}`;
}

function alignColumns(rows: readonly HelpRow[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}

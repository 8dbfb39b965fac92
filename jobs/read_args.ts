import { parseArgs } from 'node:util';
import { counted } from '../domain/values/phrases.ts';
import { SHOWN_CHARS_MAX } from '../domain/values/quoted.ts';
import type { AnyJob, JobArgs } from './job.ts';

/** What came behind a command's name, or a sentence that says what is wrong with it. */
export type ReadArgs = { readonly args: JobArgs; readonly quiet: boolean } | Wrong;

export function readArgs(job: AnyJob, rest: readonly string[]): ReadArgs {
  const read = readRest(job, rest);
  return 'error' in read ? read : { args: argsOf(read), quiet: read.flags.has(QUIET) };
}

export const HELP: ReadonlySet<string> = new Set(['--help', '-h']);
const QUIET = 'quiet';

/** A word as a sentence repeats it: cut, and never a key or token that stands where it should not. */
export function quotedWord(word: string): string {
  return /t[gw]_[A-Za-z0-9_-]{8}/.test(word)
    ? `text of ${counted([...word].length, 'character')}`
    : JSON.stringify([...word].slice(0, SHOWN_CHARS_MAX).join(''));
}

interface Wrong {
  readonly error: string;
}

interface Read {
  readonly options: ReadonlyMap<string, string>;
  readonly flags: ReadonlySet<string>;
  readonly words: readonly string[];
}

function readRest(job: AnyJob, rest: readonly string[]): Read | Wrong {
  const options = new Map<string, string>();
  const flags = new Set<string>();
  const words: string[] = [];
  for (const token of tokensOf(job, rest)) {
    if (token.kind === 'positional') {
      words.push(token.value);
      continue;
    }
    const { name, rawName, value = null, inlineValue } = token.kind === 'option' ? token : TERMINATOR;
    const takes = valueNameOf(job, name);
    if (takes === undefined) return { error: `${job.name} takes ${optionsOf(job)}; got ${quotedWord(rawName)}.` };
    if (options.has(name) || flags.has(name)) return { error: `--${name} was given twice.` };
    if (takes === null) {
      if (value !== null) return { error: `--${name} takes no value; got one.` };
      flags.add(name);
    } else if (value === null || (inlineValue === false && value.startsWith('--'))) {
      return { error: `--${name} must be followed by ${takes}; got nothing.` };
    } else options.set(name, value);
  }
  return missing(job, options, words) ?? { options, flags, words };
}

/** What a command line is made of. */
function tokensOf(job: AnyJob, rest: readonly string[]) {
  const taking = Object.entries(job.options).filter(([, { value }]) => value !== null);
  const options = Object.fromEntries(taking.map(([name]) => [name, { type: 'string' }] as const));
  return parseArgs({ args: [...rest], options, strict: false, allowPositionals: true, tokens: true }).tokens;
}

/** Two dashes alone: no command has options to end. */
const TERMINATOR = { name: '', rawName: '--', value: undefined, inlineValue: undefined } as const;

/** What an option's value is called, null for a flag, undefined where there is no such option. */
function valueNameOf(job: AnyJob, name: string): string | null | undefined {
  if (name === QUIET) return null;
  return Object.hasOwn(job.options, name) ? job.options[name]!.value : undefined;
}

function optionsOf(job: AnyJob): string {
  return [...Object.keys(job.options), QUIET, 'help'].map((name) => `--${name}`).join(', ');
}

/** Values are never repeated here: a secret may stand where it should not. */
function missing(job: AnyJob, options: ReadonlyMap<string, string>, words: readonly string[]): Wrong | null {
  const absent = Object.entries(job.options).find(([name, { required }]) => required && !options.has(name));
  if (absent !== undefined) return { error: `${job.name} requires --${absent[0]} ${absent[1].value}.` };
  const least = job.words.filter((name) => !name.startsWith('[')).length;
  const most = job.words.some((name) => name.endsWith('…')) ? Number.POSITIVE_INFINITY : job.words.length;
  if (words.length >= least && words.length <= most) return null;
  const needed = job.words.length === 0 ? 'no words beside its options' : job.words.join(' ');
  const came = words.length === 0 ? 'nothing' : counted(words.length, 'word');
  return { error: `${job.name} takes ${needed}; got ${came}.` };
}

function argsOf({ options, flags, words }: Read): JobArgs {
  return {
    option: (name) => options.get(name) ?? null,
    flag: (name) => flags.has(name),
    words,
  };
}

import { NAMED_PROGRAMS } from '../../adapters/start/programs.mjs';
import { ALL_JOBS } from '../../jobs/mod.ts';

/** A command of one or two words, such as `key create`, and its options without dashes. */
interface CompletedCommand {
  readonly name: string;
  readonly options: readonly string[];
}

/** Words that may follow a command line that begins with `after`. */
interface WordCase {
  readonly after: string;
  readonly words: string;
}

/** Returns the scripts with which shells complete `third-witness`, by shell. */
export function completionScripts(): Readonly<Record<string, string>> {
  const commands = [
    ...NAMED_PROGRAMS.map(({ name }) => ({ name, options: ['help'] })),
    ...ALL_JOBS.map(({ name, options = {} }) => ({ name, options: [...Object.keys(options), 'quiet', 'help'] })),
    ...['bash', 'zsh', 'fish'].map((shell) => ({ name: `completion ${shell}`, options: [] })),
  ];
  return { bash: writeBash(commands), zsh: writeZsh(commands), fish: writeFish(commands) };
}

function writeBash(commands: readonly CompletedCommand[]): string {
  return `_third_witness() {
  local candidates=
  case "\${COMP_WORDS[*]:1:COMP_CWORD-1} " in
${shellCases(commands)}
  esac
  COMPREPLY=($(compgen -W "$candidates" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _third_witness third-witness`;
}

function writeZsh(commands: readonly CompletedCommand[]): string {
  return `#compdef third-witness
_third_witness() {
  local candidates=
  case "\${(j: :)words[2,CURRENT-1]} " in
${shellCases(commands)}
  esac
  compadd -- \${=candidates} || _files
}
if [[ $funcstack[1] == _third-witness ]]; then _third_witness; else compdef _third_witness third-witness; fi`;
}

function writeFish(commands: readonly CompletedCommand[]): string {
  const cases = wordCases(commands).map(
    ({ after, words }) => `    case '${after}*'\n      string split ' ' -- '${words}'`,
  );
  return `function __third_witness_candidates
  set -l typed (commandline -opc)[2..] ''
  switch "$typed"
${cases.join('\n')}
  end
end
complete -c third-witness -a '(__third_witness_candidates)'`;
}

function shellCases(commands: readonly CompletedCommand[]): string {
  return wordCases(commands)
    .map(({ after, words }) => `    '${after}'*) candidates='${words}' ;;`)
    .join('\n');
}

/** Returns the longest beginnings first, because shells take the first case that matches. */
function wordCases(commands: readonly CompletedCommand[]): readonly WordCase[] {
  const cases = new Map<string, Set<string>>();
  for (const { name, options } of commands) {
    const words = name.split(' ');
    for (let at = 0; at <= words.length; at++) {
      const after = words.slice(0, at).map((word) => `${word} `);
      const next = at < words.length ? [words[at]!] : options.map((option) => `--${option}`);
      cases.set(after.join(''), new Set([...(cases.get(after.join('')) ?? []), ...next]));
    }
  }
  return [...cases]
    .map(([after, words]) => ({ after, words: [...words].join(' ') }))
    .sort((a, b) => b.after.length - a.after.length);
}

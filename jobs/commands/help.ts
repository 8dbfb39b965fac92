import type { AnyJob } from '../job.ts';

/** The option that every command accepts in addition to its own. */
const QUIET: Row = ['--quiet', 'shows no progress'];

type Row = readonly [left: string, right: string];

export function listOfJobs(jobs: readonly AnyJob[]): string {
  return `Usage: npm run job -- <command> [options]

Commands:
${columns(jobs.map(({ name, summary }) => [name, summary]))}

npm run job -- <command> --help describes a command.`;
}

/** Returns the help text of a command. `program` is the start of the command line, before the options. */
export function helpOf(job: AnyJob, program = `npm run job -- ${job.name}`): string {
  const options = Object.entries(job.options).map(([name, { value, required, text }]) => {
    const usage = value === null ? `--${name}` : `--${name} ${value}`;
    return { usage: required ? usage : `[${usage}]`, row: [usage, text] as const };
  });
  const usage = [program, ...job.words, ...options.map((option) => option.usage), '[--quiet]'].join(' ');
  return `Usage: ${usage}\n\n${job.help}\n\n${columns([...options.map(({ row }) => row), QUIET])}`;
}

function columns(rows: readonly Row[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}

import process from 'node:process';
import type { Clock } from '../domain/ports/clock.ts';
import type { Log, LogFields } from '../domain/ports/log.ts';

/** `debug` is `json` with the messages and stacks of unexpected errors. */
export const LOG_STYLES = ['pretty', 'json', 'debug', 'off'] as const;

export type LogStyle = (typeof LOG_STYLES)[number];

function toStandardError(line: string): void {
  return void process.stderr.write(`${line}\n`);
}

/** Writes the log to standard error, a line an event. */
export function createLog(style: LogStyle, clock: Clock, write = toStandardError): Log {
  const at = (level: string) => (event: string, fields: LogFields, bug?: unknown) => {
    if (style === 'off') return;
    const instant = new Date(clock.nowMs()).toISOString();
    const all = bug === undefined ? fields : { ...fields, ...bugFields(bug, style === 'debug') };
    write(
      style === 'pretty' ? told(instant, level, event, all) : JSON.stringify({ at: instant, level, event, ...all }),
    );
  };
  const [info, warn, error] = [at('info'), at('warn'), at('error')];
  return {
    info: (event, fields = {}) => info(event, fields),
    warn: (event, fields = {}) => warn(event, fields),
    error: (event, fields = {}, bug) => error(event, fields, bug),
  };
}

/** Told once where a process begins that repeats messages. */
export function warnOfMessages(style: LogStyle, log: Log): void {
  if (style === 'debug') log.warn('log.tells_messages', { warning: MESSAGES_QUOTE });
}

const MESSAGES_QUOTE =
  'TW_LOG is debug: messages and stacks of errors are logged, and they may quote what was sent. Use it for developing alone.';

/** Events that a person at a terminal is told of in a sentence. */
const SENTENCES: ReadonlyMap<string, (fields: LogFields) => string> = new Map([
  [
    'instance.listening',
    ({ url, publicUrl }: LogFields) =>
      url === publicUrl ? `Listening on ${url}` : `Listening on ${url}; links in answers begin with ${publicUrl}`,
  ],
  [
    'http.other-host',
    ({ name, publicUrl }: LogFields) =>
      `A request came to ${name}, but links in answers begin with ${publicUrl}: if readers open the first, set TW_PUBLIC_URL to it.`,
  ],
]);

function told(at: string, level: string, event: string, fields: LogFields): string {
  return SENTENCES.get(event)?.(fields) ?? `${at} ${level} ${event}${pretty(fields)}`;
}

function pretty(fields: LogFields): string {
  return Object.entries(fields)
    .map(([name, value]) => ` ${name}=${value}`)
    .join('');
}

/**
 * An unexpected error as log fields: its class and where it was thrown. Its message may quote what a player sent, so that
 * it stands here for who develops alone, with the whole stack and what caused the error.
 */
export function bugFields(bug: unknown, withMessage: boolean): LogFields {
  if (!(bug instanceof Error)) return { thrown: typeof bug, ...(withMessage ? { message: String(bug) } : {}) };
  if (withMessage) return { class: bug.name, message: bug.message, stack: stackOf(bug) };
  const frames = behindMessage(bug)
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 6)
    .map((line) => line.trim());
  return { class: bug.name, frames: frames.join(' | ') };
}

/** The stack without the message above it, whose lines may look like frames. */
function behindMessage({ stack = '', message }: Error): string {
  const at = stack.indexOf(message);
  return at === -1 ? stack : stack.slice(at + message.length);
}

const CAUSES_MAX = 5;

function stackOf({ stack = '', cause }: Error, depth = 0): string {
  return cause instanceof Error && depth < CAUSES_MAX ? `${stack}\ncaused by ${stackOf(cause, depth + 1)}` : stack;
}

import process from 'node:process';
import type { Clock } from '../domain/ports/clock.ts';
import type { Log, LogFields } from '../domain/ports/log.ts';

/** `debug` is like `json`, but includes the messages and stacks of unexpected errors. */
export const LOG_STYLES = ['pretty', 'json', 'debug', 'off'] as const;

export type LogStyle = (typeof LOG_STYLES)[number];

function writeToStandardError(line: string): void {
  return void process.stderr.write(`${line}\n`);
}

/** Creates a log that writes one line per event, by default to standard error. */
export function createLog(style: LogStyle, clock: Clock, write = writeToStandardError): Log {
  const logAt = (level: string) => (event: string, fields: LogFields, bug?: unknown) => {
    if (style === 'off') return;
    const instant = new Date(clock.nowMs()).toISOString();
    const all = bug === undefined ? fields : { ...fields, ...describeBug(bug, style === 'debug') };
    write(
      style === 'pretty'
        ? formatLogLine(instant, level, event, all)
        : JSON.stringify({ at: instant, level, event, ...all }),
    );
  };
  const [info, warn, error] = [logAt('info'), logAt('warn'), logAt('error')];
  return {
    info: (event, fields = {}) => info(event, fields),
    warn: (event, fields = {}) => warn(event, fields),
    error: (event, fields = {}, bug) => error(event, fields, bug),
  };
}

/** A message that carries a log line from a thread to its parent. */
export interface LogMessage {
  readonly type: 'log';
  readonly level: keyof Log;
  readonly event: string;
  readonly fields: LogFields;
}

/** Creates a log that sends its lines to the parent thread. `debug` adds the messages of unexpected errors. */
export function createForwardingLog(send: (message: LogMessage) => void, debug: boolean): Log {
  const logAs =
    (level: keyof Log): Log['error'] =>
    (event, fields = {}, bug) =>
      send({
        type: 'log',
        level,
        event,
        fields: bug === undefined ? fields : { ...fields, ...describeBug(bug, debug) },
      });
  return { info: logAs('info'), warn: logAs('warn'), error: logAs('error') };
}

/** Logs a warning if the style includes error messages. Call this once when a process starts. */
export function warnIfDebug(style: LogStyle, log: Log): void {
  if (style === 'debug') log.warn('log.tells_messages', { warning: MESSAGES_LOGGED_NOTICE });
}

const MESSAGES_LOGGED_NOTICE =
  'TW_LOG is debug: messages and stacks of errors are logged, and they may quote what players sent. Use it only for development.';

/** Events that the pretty style writes as sentences, keyed by event. */
const EVENT_SENTENCES: ReadonlyMap<string, (fields: LogFields) => string> = new Map([
  [
    'instance.listening',
    ({ url, publicUrl }: LogFields) =>
      url === publicUrl ? `Listening on ${url}` : `Listening on ${url}; links in answers begin with ${publicUrl}`,
  ],
  [
    'http.other-host',
    ({ name, publicUrl }: LogFields) =>
      `A request used the address ${name}, but links in answers begin with ${publicUrl}. If readers use ${name}, set TW_PUBLIC_URL to it.`,
  ],
]);

function formatLogLine(at: string, level: string, event: string, fields: LogFields): string {
  return EVENT_SENTENCES.get(event)?.(fields) ?? `${at} ${level} ${event}${formatFields(fields)}`;
}

function formatFields(fields: LogFields): string {
  return Object.entries(fields)
    .map(([name, value]) => ` ${name}=${value}`)
    .join('');
}

/**
 * Returns the log fields for an unexpected error: its class and up to six stack frames. An error's message may quote
 * what a player sent. The message, the full stack and the causes are therefore included only if `withMessage` is true,
 * which is meant for development.
 */
function describeBug(bug: unknown, withMessage: boolean): LogFields {
  if (!(bug instanceof Error)) return { thrown: typeof bug, ...(withMessage ? { message: String(bug) } : {}) };
  if (withMessage) return { class: bug.name, message: bug.message, stack: formatStackWithCauses(bug) };
  const frames = omitErrorMessage(bug)
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 6)
    .map((line) => line.trim());
  return { class: bug.name, frames: frames.join(' | ') };
}

/** Returns the stack without the message at its start, because lines of the message may look like frames. */
function omitErrorMessage({ stack = '', message }: Error): string {
  const at = stack.indexOf(message);
  return at === -1 ? stack : stack.slice(at + message.length);
}

const CAUSES_SHOWN_MAX = 5;

function formatStackWithCauses({ stack = '', cause }: Error, depth = 0): string {
  if (!(cause instanceof Error) || depth >= CAUSES_SHOWN_MAX) return stack;
  return `${stack}\ncaused by ${formatStackWithCauses(cause, depth + 1)}`;
}

import process from 'node:process';
import type { Clock } from '../domain/ports/clock.ts';
import type { Log, LogFields } from '../domain/ports/log.ts';

export const LOG_STYLES = ['pretty', 'json', 'off'] as const;

export type LogStyle = (typeof LOG_STYLES)[number];

/** Writes the log to standard error, a line an event. */
export const createLog = (style: LogStyle, clock: Clock): Log => {
  const write =
    (level: string) =>
    (event: string, fields: LogFields = {}) => {
      if (style === 'off') return;
      const at = new Date(clock.nowMs()).toISOString();
      const line = style === 'json' ? JSON.stringify({ at, level, event, ...fields }) : told(at, level, event, fields);
      process.stderr.write(`${line}\n`);
    };
  return { info: write('info'), warn: write('warn'), error: write('error') };
};

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

const told = (at: string, level: string, event: string, fields: LogFields): string =>
  SENTENCES.get(event)?.(fields) ?? `${at} ${level} ${event}${pretty(fields)}`;

const pretty = (fields: LogFields): string =>
  Object.entries(fields)
    .map(([name, value]) => ` ${name}=${value}`)
    .join('');

/**
 * An unexpected error as log fields: its class and where it was thrown. The message is left out, since a parser's
 * message may quote what a player sent.
 */
export const bugFields = (error: unknown): LogFields => {
  if (!(error instanceof Error)) return { thrown: typeof error };
  const frames = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 6)
    .map((line) => line.trim());
  return { class: error.name, frames: frames.join(' | ') };
};

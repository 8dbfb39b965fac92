import type { LuaFault } from '../../../domain/saved_variables/lua/values.ts';
import { allOf, counted, waitText } from '../../../domain/values/phrases.ts';
import type { Progress, WaitReason } from './send.ts';

export function number(count: number): string {
  return count.toLocaleString('en-GB');
}

export function records(count: number): string {
  return counted(count, 'record');
}

export function brokenFile({ line, column, reason }: LuaFault): string {
  return `The file cannot be read: in line ${number(line)}, at character ${number(column)}, ${reason} Nothing was sent.`;
}

export const NO_RECORDS = 'No records were found in this file. Choose the file that the addon saves.';

export function waitingText({ because, seconds }: WaitReason): string {
  const left = waitText(seconds);
  switch (because) {
    case 'limit':
      return `The hourly limit for your address is reached. Sending continues in ${left}; leave this page open.`;
    case 'busy':
      return `The website cannot accept uploads right now. Sending continues in ${left}.`;
    case 'offline':
      return `The website cannot be reached. Trying again in ${left}.`;
    case 'late':
      return `The website did not answer within two minutes. Trying again in ${left}; each record counts only once.`;
  }
}

export function progressText({ settled, stored, repeated, refused }: Progress, all: number): string {
  return `${number(settled)} of ${records(all)}: ${outcomeCounts({ stored, repeated, refused })}.`;
}

/** Lists the counts of stored, repeated and rejected records, omitting zeros. */
export function outcomeCounts({
  stored,
  repeated,
  refused,
}: Pick<Progress, 'stored' | 'repeated' | 'refused'>): string {
  return allOf([
    ...(stored === 0 && repeated + refused > 0 ? [] : [`${number(stored)} stored`]),
    ...(repeated === 0 ? [] : [`${number(repeated)} already known`]),
    ...(refused === 0 ? [] : [`${number(refused)} refused`]),
  ]);
}

/** Formats line numbers of the file, followed by `…` if `count` is larger than the list. */
export function linesText(lines: readonly number[], count: number): string {
  const more = count > lines.length ? ' …' : '';
  return `${count === 1 ? 'line' : 'lines'} ${lines.map(number).join(', ')}${more}`;
}

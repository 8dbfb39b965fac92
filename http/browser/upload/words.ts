import type { LuaFault } from '../../../domain/saved_variables/lua/values.ts';
import { formatQuantity, formatWait, joinWithAnd } from '../../../domain/values/phrases.ts';
import type { UploadProgress, WaitReason } from './send.ts';

export function formatNumber(count: number): string {
  return count.toLocaleString('en-GB');
}

export function formatRecords(count: number): string {
  return formatQuantity(count, 'record');
}

export function describeBrokenFile({ line, column, reason }: LuaFault): string {
  return `The file cannot be read: in line ${formatNumber(line)}, at character ${formatNumber(column)}, ${reason} Nothing was sent.`;
}

export const NO_RECORDS = 'No records were found in this file. Choose the file that the addon saves.';

export function describeWaiting({ because, seconds }: WaitReason): string {
  const left = formatWait(seconds);
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

export function describeProgress({ settled, stored, repeated, refused }: UploadProgress, all: number): string {
  return `${formatNumber(settled)} of ${formatRecords(all)}: ${formatOutcomeCounts({ stored, repeated, refused })}.`;
}

/** Lists the counts of stored, repeated and rejected records, omitting zeros. */
export function formatOutcomeCounts({
  stored,
  repeated,
  refused,
}: Pick<UploadProgress, 'stored' | 'repeated' | 'refused'>): string {
  return joinWithAnd([
    ...(stored === 0 && repeated + refused > 0 ? [] : [`${formatNumber(stored)} stored`]),
    ...(repeated === 0 ? [] : [`${formatNumber(repeated)} already known`]),
    ...(refused === 0 ? [] : [`${formatNumber(refused)} refused`]),
  ]);
}

/** Formats line numbers of the file, followed by `…` if `count` is larger than the list. */
export function formatLineNumbers(lines: readonly number[], count: number): string {
  const more = count > lines.length ? ' …' : '';
  return `${count === 1 ? 'line' : 'lines'} ${lines.map(formatNumber).join(', ')}${more}`;
}

import type { LuaFault } from '../../../domain/saved_variables/lua/values.ts';
import { FILE_BOUNDS } from '../../../domain/saved_variables/read_file.ts';
import { formatQuantity, formatWait, joinWithAnd } from '../../../domain/values/phrases.ts';
import type { UploadProgress, WaitReason } from './send.ts';

export function formatNumber(count: number): string {
  return count.toLocaleString('en-GB');
}

export function formatRecords(count: number): string {
  return formatQuantity(count, 'record');
}

/** Explains why a file cannot be sent, and which file to choose. `fault` is null if the file has no records. */
export function describeWrongFile({ name, size, type }: Pick<File, 'name' | 'size' | 'type'>, fault: LuaFault | null) {
  const choose = `choose ThirdWitness.lua, which the addon saved. Nothing was sent.`;
  if (size === 0) return `${name} is empty. Log out in the game, which then writes the file, and ${choose}`;
  if (type.startsWith('image/')) return `${name} is a picture. Please ${choose}`;
  if (/zip|compressed|rar\b/.test(type)) return `${name} is a compressed file. Please unzip it, or ${choose}`;
  if (fault === null) return `${name} has no records: another addon may have saved it. Please ${choose}`;
  if (size > FILE_BOUNDS.bytesMax) return `${name} is larger than any file that the game saves. Please ${choose}`;
  const { line, column } = fault;
  if (line === 1) return `${name} is not a file that an addon saved. Please ${choose}`;
  return `${name} is damaged or incomplete: it cannot be read on from line ${formatNumber(line)}, character ${formatNumber(column)}. Log out in the game, which then writes the file again, and ${choose}`;
}

export function describeWait({ because, seconds }: WaitReason): string {
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

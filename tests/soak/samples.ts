import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';

const MIB = 1024 * 1024;

/** State of the instance at one time. */
export interface Sample {
  /** Seconds since the soak began. */
  readonly atS: number;
  /** Number of the instance's life. A new life begins after each kill. */
  readonly life: number;
  readonly instanceMiB: number;
  /** Peak memory of the builder, or null if none is running. */
  readonly builderMiB: number | null;
  /** Descriptors of files and folders, including deleted ones. */
  readonly files: number;
  /** All other descriptors: connections, pipes, timers. */
  readonly others: number;
  readonly threads: number;
  /** The largest write-ahead log in the data folder. */
  readonly logMiB: number;
  readonly folderMiB: number;
}

/** Samples a process and its data folder. Returns null if the process has ended. */
export function sampleOf(pid: number, dataDir: string, at: Pick<Sample, 'atS' | 'life'>): Sample | null {
  const own = statusOf(pid);
  const descriptors = descriptorsOf(pid);
  if (own === null || descriptors === null) return null;
  const builders = buildersOf(pid).flatMap((child) => statusOf(child)?.peakMiB ?? []);
  const sizes = sizesIn(dataDir);
  const logs = sizes.filter(({ name }) => name.endsWith('-wal')).map(({ bytes }) => bytes);
  return {
    ...at,
    instanceMiB: own.mib,
    builderMiB: builders.length === 0 ? null : Math.max(...builders),
    files: descriptors.filter((target) => target.startsWith('/')).length,
    others: descriptors.filter((target) => !target.startsWith('/')).length,
    threads: own.threads,
    logMiB: Math.max(0, ...logs) / MIB,
    folderMiB: sizes.reduce((sum, { bytes }) => sum + bytes, 0) / MIB,
  };
}

/**
 * Returns the builders that this instance has started. It has other children as well, such as the process that bundles
 * page scripts.
 */
export function buildersOf(pid: number): readonly number[] {
  const children = orNull(() => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')) ?? '';
  return children
    .split(' ')
    .filter((child) => child !== '' && orNull(() => readFileSync(`/proc/${child}/cmdline`, 'utf8'))?.includes(BUILDER))
    .map(Number);
}

const BUILDER = 'jobs/main.ts';

interface Status {
  readonly mib: number;
  readonly peakMiB: number;
  readonly threads: number;
}

function statusOf(pid: number): Status | null {
  const text = orNull(() => readFileSync(`/proc/${pid}/status`, 'utf8')) ?? '';
  const field = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1]);
  // A zombie process has no memory.
  return Number.isNaN(field('VmRSS'))
    ? null
    : { mib: field('VmRSS') / 1024, peakMiB: field('VmHWM') / 1024, threads: field('Threads') };
}

/** Returns the target of each descriptor. */
function descriptorsOf(pid: number): readonly string[] | null {
  const names = orNull(() => readdirSync(`/proc/${pid}/fd`));
  // A descriptor that was closed meanwhile has no target.
  return names?.flatMap((name) => orNull(() => readlinkSync(`/proc/${pid}/fd/${name}`)) ?? []) ?? null;
}

function sizesIn(folder: string): readonly { readonly name: string; readonly bytes: number }[] {
  return (orNull(() => readdirSync(folder, { recursive: true, encoding: 'utf8' })) ?? []).flatMap((name) => {
    const found = orNull(() => statSync(join(folder, name)));
    return found?.isFile() === true ? [{ name, bytes: found.size }] : [];
  });
}

/** Returns null if a file or process disappeared meanwhile. */
function orNull<T>(look: () => T): T | null {
  try {
    return look();
  } catch {
    return null;
  }
}

import { median } from '../bench/pairs.ts';
import type { Sample } from './samples.ts';

/** A rule of the soak, and what was observed about it. */
export interface Held {
  readonly rule: string;
  readonly seen: string;
  readonly holds: boolean;
}

/** Memory counts as flat if the last third of a life needs at most this multiple of what the middle third needed. */
const GROWTH_MAX = 1.15;
/** Open files, or connections, allowed beyond those of the middle third, since some come and go. */
const DESCRIPTORS_MORE_MAX = 3;
/** A write-ahead log is checkpointed long before it reaches this size. */
const LOG_MIB_MAX = 64;
/** Minimum samples per third for a meaningful median. */
const SAMPLES_MIN = 5;
const TOO_FEW = 'too few samples to tell';

/**
 * Judges the samples: whether memory and descriptors are steady in the instance's last life (without its first third,
 * which is warm-up), and whether logs stay small throughout.
 */
export function judged(samples: readonly Sample[]): readonly Held[] {
  const last = samples.filter(({ life }) => life === samples.at(-1)?.life);
  const third = Math.floor(last.length / 3);
  const [middle, end] = [last.slice(third, 2 * third), last.slice(2 * third)];
  const enough = third >= SAMPLES_MIN;
  const medians = (of: (sample: Sample) => number): readonly [middle: number, end: number] =>
    enough ? [median(middle.map(of)), median(end.map(of))] : [Number.NaN, Number.NaN];
  const memory = medians(({ instanceMiB }) => instanceMiB);
  const files = medians((sample) => sample.files);
  const others = medians((sample) => sample.others);
  const threads = medians((sample) => sample.threads);
  const builder = [middle, end].map((part) => part.flatMap(({ builderMiB }) => builderMiB ?? []));
  const builders = builder.every((seen) => seen.length >= SAMPLES_MIN) ? builder.map(median) : [Number.NaN, Number.NaN];
  const log = Math.max(...samples.map(({ logMiB }) => logMiB));
  const flat = (name: string, [before, after]: readonly number[]): Held => ({
    rule: `${name}: the median of the last third at most ${GROWTH_MAX} times that of the middle third`,
    seen: Number.isNaN(after!)
      ? TOO_FEW
      : `${mib(before!)}, then ${mib(after!)}: ${(after! / before!).toFixed(2)} times`,
    holds: after! <= GROWTH_MAX * before!,
  });
  const steady = (name: string, [before, after]: readonly [number, number]): Held => ({
    rule: `${name}: at most ${DESCRIPTORS_MORE_MAX} more in the last third than in the middle third (medians)`,
    seen: Number.isNaN(after) ? TOO_FEW : `${before}, then ${after}`,
    holds: after <= before + DESCRIPTORS_MORE_MAX,
  });
  return [
    flat('Memory of the instance', memory),
    flat('Memory of the builder', builders),
    steady('Open files', files),
    steady('Open connections and pipes', others),
    steady('Threads', threads),
    {
      rule: `No write-ahead log above ${LOG_MIB_MAX} MiB`,
      seen: `at most ${mib(log)}`,
      holds: log <= LOG_MIB_MAX,
    },
  ];
}

function mib(size: number): string {
  return `${size.toFixed(1)} MiB`;
}

import type { ChangeSpan, RowChange } from '../../ports/change_files.ts';
import { formatSnapshotPin } from '../pinned_snapshot.ts';

/** Formats the lines of one change file and counts them (contract, section 4, Change feed). */
export interface ChangeLines {
  lines(changes: Iterable<RowChange>): readonly string[];
  /** Returns the last line, by which a follower recognises a complete file. */
  end(): string;
  counts(): { readonly puts: number; readonly dels: number };
}

export function createChangeLines(epoch: string, { n, previous }: ChangeSpan): ChangeLines {
  let puts = 0;
  let dels = 0;
  const lineOf = ({ list, key, row }: RowChange): string => {
    const head = `"list":"${list}","key":${JSON.stringify(key)}`;
    if (row === null) {
      dels++;
      return `{"op":"del",${head}}`;
    }
    puts++;
    return `{"op":"put",${head},"row":${row}}`;
  };
  return {
    lines: (changes) => Array.from(changes, lineOf),
    end: () =>
      JSON.stringify({
        op: 'end',
        snapshot: formatSnapshotPin({ epoch, n }),
        previous: formatSnapshotPin({ epoch, n: previous }),
        puts,
        dels,
      }),
    counts: () => ({ puts, dels }),
  };
}

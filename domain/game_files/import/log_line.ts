import type { Change } from '../../ports/change_log.ts';

/** Returns the change log entry for an import (contract, section 3, Change log). */
export function importChange(build: string): Change {
  return {
    change: 'build-imported',
    family: 'builds',
    subject: build,
    field: 'build',
  };
}

import type { Change } from '../../ports/change_log.ts';

/** The line of the change log that tells of an import (contract, section 3, Change log). */
export function buildImported(build: string): Change {
  return {
    change: 'build-imported',
    family: 'builds',
    subject: build,
    field: 'build',
  };
}

import Database from 'libsql';

/** Thrown by every statement of a process that has died. */
export class Gone extends Error {}

/** Watches all SQL statements of this process, on any database. */
export interface StatementWatch {
  /**
   * Calls `work` before the nth statement from now and before every later statement. `work` may throw to make the
   * statement fail.
   */
  arm(at: number, work: () => void): void;
  disarm(): void;
  /** Number of statements since the last call of `arm` or `disarm`. */
  count(): number;
  /** Closes every connection without running any of our code, as happens when a process dies. */
  dropAll(): void;
  /** Removes the watch and restores the driver. */
  stop(): void;
}

interface Connection {
  readonly open: boolean;
  prepare(sql: string): object;
  exec(sql: string): unknown;
  close(): void;
}

type Method = (this: object, ...args: unknown[]) => unknown;

/** Hooks into the driver just before a statement runs. A failing disk and a dying process are both simulated there. */
export function watchStatements(): StatementWatch {
  let seen = 0;
  let from = Number.POSITIVE_INFINITY;
  let work = (): void => {};
  const open = new Set<Connection>();
  const back: (() => void)[] = [];
  const wrap = (on: object, name: string, before: (self: object, args: readonly unknown[]) => void): void => {
    const methods = on as Record<string, Method>;
    const original = methods[name]!;
    methods[name] = function (...args) {
      before(this, args);
      return original.apply(this, args);
    };
    back.push(() => {
      methods[name] = original;
    });
  };
  // A rollback writes nothing that a disk could refuse.
  let isRollback = false;
  const count = (): void => {
    if (isRollback) isRollback = false;
    else if (seen++ >= from) work();
  };
  const connections = Database.prototype as object;
  const probe = new Database(':memory:');
  const statements = Object.getPrototypeOf(probe.prepare('select 1')) as object;
  probe.close();
  wrap(connections, 'prepare', (self, [sql]) => {
    open.add(self as Connection);
    isRollback = sql === 'ROLLBACK';
  });
  wrap(connections, 'close', (self) => void open.delete(self as Connection));
  wrap(connections, 'exec', (self) => {
    open.add(self as Connection);
    isRollback = false;
    count();
  });
  for (const name of ['run', 'get', 'iterate']) wrap(statements, name, count);
  return {
    arm: (at, what) => {
      [seen, from, work] = [0, at, what];
    },
    disarm: () => {
      [seen, from] = [0, Number.POSITIVE_INFINITY];
    },
    count: () => seen,
    dropAll: () => {
      for (const connection of [...open]) if (connection.open) connection.close();
    },
    stop: () => {
      for (const undo of back) undo();
    },
  };
}

const CODES = { full: ['SQLITE_FULL', 13], io: ['SQLITE_IOERR', 778] } as const;

/**
 * The error as the driver throws it. The driver's published type omits the number by which its client recognises the
 * fault.
 */
const SqliteError = Database.SqliteError as new (message: string, code: string, rawCode: number) => Error;

/** Simulates a disk that refuses `times` statements and accepts all later ones. */
export function refuser(kind: keyof typeof CODES, times: number): () => void {
  const [code, rawCode] = CODES[kind];
  let left = times;
  return () => {
    if (left-- > 0) throw new SqliteError('planted', code, rawCode);
  };
}

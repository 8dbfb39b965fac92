import Database from 'libsql';

/** Thrown by every statement of a process that is gone. */
export class Gone extends Error {}

/** What watches the statements of this process, on whichever database. */
export interface StatementWatch {
  /** Has `work` done in place of the nth statement from now on, and of each behind it; it throws, or lets them run. */
  arm(at: number, work: () => void): void;
  disarm(): void;
  /** Statements since it was armed, or since it was disarmed. */
  count(): number;
  /** Closes every connection without anything of ours being asked: what a process does that dies. */
  dropAll(): void;
  /** Lets statements be as they were. */
  stop(): void;
}

interface Connection {
  readonly open: boolean;
  prepare(sql: string): object;
  exec(sql: string): unknown;
  close(): void;
}

type Method = (this: object, ...args: unknown[]) => unknown;

/**
 * Stands between the driver and this program, where a disk that fails and a process that dies are seen at the same
 * place: before a statement runs.
 */
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
  // What takes a transaction back writes nothing that a disk could refuse.
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

/** As the driver throws it; the type that it publishes leaves out the number, by which its client knows the fault. */
const SqliteError = Database.SqliteError as new (message: string, code: string, rawCode: number) => Error;

/** A disk that refuses so many statements, then takes them again. */
export function refuser(kind: keyof typeof CODES, times: number): () => void {
  const [code, rawCode] = CODES[kind];
  let left = times;
  return () => {
    if (left-- > 0) throw new SqliteError('planted', code, rawCode);
  };
}

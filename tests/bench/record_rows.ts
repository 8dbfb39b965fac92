/** A table with a row per record, in which the floors store and count records. */
export const RECORD_ROWS = `
  create table if not exists records (
    seq integer primary key, upload_n integer not null, install_n integer not null, kind text not null,
    identity text not null, digest blob, captured_at_ms integer not null, body text not null,
    unique (install_n, identity)
  ) strict`;

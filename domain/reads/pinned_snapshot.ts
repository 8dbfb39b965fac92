/**
 * A place in the snapshot log, as clients carry it: `<epoch>.<n>` (contract, section 1, Paging). `snapshot=` pins a walk
 * to what was public at it, `since=` asks for what became public after it.
 */
export interface SnapshotPin {
  readonly epoch: string;
  readonly n: number;
}

const PIN = /^([0-9a-z]{4,32})\.(0|[1-9][0-9]{0,14})$/;

/** Reads a pin; null where the text is none. */
export function parseSnapshotPin(text: string): SnapshotPin | null {
  const match = PIN.exec(text);
  return match === null ? null : { epoch: match[1]!, n: Number(match[2]) };
}

export function formatSnapshotPin(pin: SnapshotPin): string {
  return `${pin.epoch}.${pin.n}`;
}

/** Whether the pin can be served: its epoch is the one served, and its snapshot has been written. */
export function snapshotPinStands(pin: SnapshotPin, epoch: string, newest: number): boolean {
  return pin.epoch === epoch && pin.n <= newest;
}

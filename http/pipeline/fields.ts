/** Header fields by name, as they go on the wire. */
export type Fields = Readonly<Record<string, string>>;

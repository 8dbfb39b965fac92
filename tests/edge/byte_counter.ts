import { connect, createServer, type Socket } from 'node:net';

/** A proxy between an edge and the libSQL server that counts the bytes which the server sends. */
export interface ByteCounter {
  readonly url: string;
  /** Returns the number of bytes sent to the edge since the last call. */
  take(): number;
  close(): Promise<void>;
}

export async function countBytes(server: string): Promise<ByteCounter> {
  const { hostname, port } = new URL(server);
  const sockets = new Set<Socket>();
  let bytes = 0;
  const listener = createServer((edge) => {
    const source = connect(Number(port), hostname);
    for (const socket of [edge, source]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    }
    source.on('data', (chunk) => {
      bytes += chunk.byteLength;
    });
    edge.on('error', () => source.destroy());
    source.on('error', () => edge.destroy());
    edge.pipe(source);
    source.pipe(edge);
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port: own } = listener.address() as { port: number };
  return {
    url: `http://127.0.0.1:${own}`,
    take: () => {
      const taken = bytes;
      bytes = 0;
      return taken;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}

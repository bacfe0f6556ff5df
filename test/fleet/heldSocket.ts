import { once } from 'node:events'
import { createServer } from 'node:net'
import { type Ended, type Running, startCambium } from '../processes/cliProcess.ts'
import { startNodeWith } from '../processes/nodeProcess.ts'

const handOver = 'export LISTEN_FDS=1 LISTEN_PID=$$; exec'

/** Starts a program with the socket as systemd does, and again whenever it ends; SIGTERM ends both. */
const manager = `
trap 'isOver=yes; kill -KILL $child' TERM
trap 'kill -TERM $child' USR1
while [ -z "$isOver" ]; do
  sh -c '${handOver} "$@"' sh "$@" &
  child=$!
  while kill -0 $child 2>/dev/null; do wait $child; done
done`

export interface ManagedNode {
  /** Stops the node and waits until it has started again. */
  restart(): Promise<void>
  close(): Promise<void>
}

/** A node at a port that its service manager keeps open while the node is restarted. */
export async function startManagedNode(port: number, ...words: readonly string[]): Promise<ManagedNode> {
  const { running } = await withSocket(port, (socket) =>
    startNodeWith(['--port', String(port), ...words], { wrapper: ['sh', '-c', manager, 'sh'], socket }),
  )
  return {
    restart: () => restart(running),
    close: async () => {
      running.child.kill('SIGTERM')
      await running.ended
    },
  }
}

/** The end of a node that was given a socket at one port and settings that name another. */
export const endWithOtherSocket = async (port: number, ...words: readonly string[]): Promise<Ended> => {
  const wrapper = ['sh', '-c', `${handOver} "$@"`, 'sh']
  return withSocket(port, (socket) => startCambium(['node', ...words], { wrapper, socket }).ended)
}

/** Runs a program start with a listening socket; the test itself stops listening, or it would accept connections. */
async function withSocket<Result>(
  port: number,
  start: (descriptor: number) => Promise<Result>,
): Promise<Result> {
  const holder = createServer().listen(port, '127.0.0.1')
  await once(holder, 'listening')
  const handle: unknown = Reflect.get(holder, '_handle')
  if (typeof handle !== 'object' || handle === null || !('fd' in handle)) throw new Error('no descriptor')
  const started = start(Number(handle.fd))
  holder.close()
  return started
}

function restart({ child, ended }: Running): Promise<void> {
  const announced = new Promise<void>((resolve) => child.stdout?.once('data', () => resolve()))
  child.kill('SIGUSR1')
  const isOver = ended.then(({ notes }) => Promise.reject(new Error(`the node has ended: ${notes}`)))
  return Promise.race([announced, isOver])
}

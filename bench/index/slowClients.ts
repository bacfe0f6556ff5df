import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const slowClients = 200

/** The memory that clients take who request a whole stream and read nothing, in MiB. */
export async function memoryOfSlowClients(
  url: string,
  query: object,
  memoryMiB: () => number,
): Promise<string> {
  const { hostname, port, pathname } = new URL(url)
  const body = JSON.stringify(query)
  const head = `POST ${pathname}/stream HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
  const before = memoryMiB()
  const sockets: Socket[] = []
  for (let client = 0; client < slowClients; client++) {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    socket.pause()
    socket.write(head + body)
    sockets.push(socket)
  }
  let maximum = before
  for (let look = 0; look < 50; look++) {
    await sleep(200)
    maximum = Math.max(maximum, memoryMiB())
  }
  for (const socket of sockets) socket.destroy()
  return `${slowClients} clients that do not read: ${(maximum - before).toFixed(0)} MiB more`
}

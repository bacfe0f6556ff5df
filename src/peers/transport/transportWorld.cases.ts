import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'
import { vi } from 'vitest'
import type { WorkBudget } from '../../primitives/work/workBudget.ts'
import { randomIdentity } from '../identity/keptIdentity.ts'
import type { NodeIdentity } from '../identity/nodeIdentity.ts'
import { acceptConnections, type Listener } from './acceptConnections.ts'
import { baseCodes } from './baseProtocol.ts'
import { connect } from './connect.ts'
import type { CloseReason, Connection } from './connection.ts'
import { FrameReader } from './frameReader.ts'
import type { Frame } from './frames.ts'
import { FrameWriter } from './frameWriter.ts'
import { initiate } from './handshake.ts'
import { encodeHello, type Hello } from './hello.ts'
import type { TransportError } from './transportError.ts'
import type { TransportLimits, TransportParts } from './transportParts.ts'

export const rsk = { name: 'rsk', version: 62 }
export const clientParts: TransportParts = { clientId: 'caller', capabilities: [rsk], listenPort: 0 }

/** A listening node that records its connections and failures. */
export class ListeningNode {
  readonly identity: NodeIdentity
  readonly connections: Connection[] = []
  readonly failures: TransportError[] = []
  readonly asked: string[] = []
  admits: boolean
  /** Called with every connection. */
  onConnection: ((connection: Connection) => void) | undefined
  readonly #listener: Listener

  private constructor(identity: NodeIdentity, listener: Listener, admits: boolean) {
    this.identity = identity
    this.admits = admits
    this.#listener = listener
  }

  static async open(
    limits: Partial<TransportLimits> = {},
    admits = true,
    reading?: WorkBudget,
  ): Promise<ListeningNode> {
    const identity = randomIdentity(randomBytes)
    const listener = await acceptConnections({
      host: '127.0.0.1',
      port: 0,
      identity,
      clientId: 'listener',
      capabilities: [rsk],
      limits,
      ...(reading && { reading }),
      admit: (address) => {
        node.asked.push(address)
        return node.admits
      },
      onConnection(connection) {
        node.connections.push(connection)
        node.onConnection?.(connection)
      },
      onFailure: (_address, problem) => node.failures.push(problem),
    })
    const node: ListeningNode = new ListeningNode(identity, listener, admits)
    return node
  }

  get target() {
    return { host: '127.0.0.1', port: this.#listener.port, id: this.identity.id }
  }

  call(limits: Partial<TransportLimits> = {}, signal?: AbortSignal): Promise<Connection> {
    return connect(this.target, randomIdentity(randomBytes), { ...clientParts, limits }, signal)
  }

  async close(): Promise<void> {
    for (const connection of this.connections) connection.disconnect(0)
    await this.#listener.close()
  }
}

/** Starts a connection and records its frames and its end. */
export function recorded(connection: Connection): { frames: Frame[]; closed: CloseReason[] } {
  const record: { frames: Frame[]; closed: CloseReason[] } = { frames: [], closed: [] }
  connection.start({
    frame: (code, payload) => record.frames.push({ code, payload }),
    closed: (reason) => record.closed.push(reason),
  })
  return record
}

/** A caller that has agreed on keys and sends only what the test passes to it. */
export class RawCaller {
  readonly socket: Socket
  readonly writer: FrameWriter
  readonly reader: FrameReader
  readonly identity: NodeIdentity

  private constructor(socket: Socket, identity: NodeIdentity, writer: FrameWriter, reader: FrameReader) {
    this.socket = socket
    this.identity = identity
    this.writer = writer
    this.reader = reader
  }

  /** Sends the auth in pieces of `pieceLength` bytes. */
  static async open({ target }: ListeningNode, pieceLength = Number.POSITIVE_INFINITY): Promise<RawCaller> {
    const socket = await rawSocket(target.port)
    const identity = randomIdentity(randomBytes)
    const initiation = initiate(identity, target.id, randomBytes)
    for (let at = 0; at < initiation.auth.length; at += pieceLength) {
      await new Promise((resolve) => socket.write(initiation.auth.subarray(at, at + pieceLength), resolve))
      if (pieceLength === Number.POSITIVE_INFINITY) break
    }
    const [ack]: Buffer[] = await once(socket, 'data')
    const secrets = initiation.finish(Uint8Array.from(ack!))
    return new RawCaller(socket, identity, new FrameWriter(secrets), new FrameReader(secrets))
  }

  hello(changes: Partial<Hello> = {}): Uint8Array {
    const { clientId, capabilities, listenPort } = clientParts
    const hello = { p2pVersion: 4, clientId, capabilities, listenPort, id: this.identity.id, ...changes }
    return this.writer.write(baseCodes.hello, encodeHello(hello))
  }

  /** The next frame the node sends. */
  async frame(): Promise<Frame> {
    for (;;) {
      const frame = this.reader.next()
      if (frame) return frame
      const [chunk]: Buffer[] = await once(this.socket, 'data')
      this.reader.push(chunk!)
    }
  }
}

/** Waits until an assertion holds; long enough for a busy machine. */
export const eventually = (assertion: () => void): Promise<void> =>
  vi.waitFor(assertion, { timeout: 60_000, interval: 10 })

/** A caller that sends nothing. */
export const silentSocket = (port: number): Socket =>
  createConnection({ host: '127.0.0.1', port, noDelay: true }).on('error', () => undefined)

export async function rawSocket(port: number): Promise<Socket> {
  const socket = silentSocket(port)
  await once(socket, 'connect')
  return socket
}

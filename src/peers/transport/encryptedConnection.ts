import type { Socket } from 'node:net'
import type { WorkBudget } from '../../primitives/workBudget.ts'
import {
  baseCodes,
  decodeDisconnect,
  emptyList,
  encodeDisconnect,
  firstSubprotocolCode,
} from './baseProtocol.ts'
import type { CloseReason, Connection, ConnectionListener, FailureKind, RemoteNode } from './connection.ts'
import { type DisconnectReason, disconnectReasons } from './disconnectReason.ts'
import { TransportError } from './errors.ts'
import type { FrameReader } from './frameReader.ts'
import type { Frame } from './frames.ts'
import { FrameWriter } from './frameWriter.ts'
import { plainAddress } from './remoteAddress.ts'
import type { TransportLimits } from './settings.ts'

interface Parts {
  readonly socket: Socket
  readonly reader: FrameReader
  readonly writer: FrameWriter
  readonly remote: RemoteNode
  readonly isInbound: boolean
  readonly limits: TransportLimits
  /** The time for what is received, which connections share. */
  readonly reading: WorkBudget
}

/** After so much time on one connection others have their turn. */
const sliceMs = 2

/**
 * A connection over TCP after its handshake. Frames that came with the handshake wait in the reader until the
 * owner calls `start`; nothing more is read from the socket before.
 */
export class EncryptedConnection implements Connection {
  readonly remote: RemoteNode
  readonly address: string
  readonly port: number
  readonly isInbound: boolean
  readonly #socket: Socket
  readonly #reader: FrameReader
  readonly #writer: FrameWriter
  readonly #limits: TransportLimits
  readonly #reading: WorkBudget
  readonly #pinging: NodeJS.Timeout
  #listener: ConnectionListener | undefined
  #isPaused = false
  #isDelivering = false
  /** For time to read on. */
  #isWaiting = false
  #closeReason: CloseReason | undefined
  #hasClosed = false
  /** Pings since the other node was last heard of, and since it last took anything of what waits. */
  #silentPings = 0
  #stuckPings = 0
  #takenBytes = 0

  constructor({ socket, reader, writer, remote, isInbound, limits, reading }: Parts) {
    this.remote = remote
    this.address = plainAddress(socket.remoteAddress ?? '')
    this.port = socket.remotePort ?? 0
    this.isInbound = isInbound
    this.#socket = socket
    this.#reader = reader
    this.#writer = writer
    this.#limits = limits
    this.#reading = reading
    this.#pinging = setInterval(() => this.#ping(), limits.pingIntervalMs).unref()
    socket.on('data', (chunk: Uint8Array) => this.#receive(chunk))
    socket.pause()
    socket.on('error', (error) => this.#lost(error.message))
    socket.once('close', () => this.#closed())
  }

  get bufferedBytes(): number {
    return this.#socket.writableLength
  }

  start(listener: ConnectionListener): void {
    if (this.#listener) throw new Error('the connection has a listener already')
    this.#listener = listener
    if (this.#hasClosed) queueMicrotask(() => this.#tellClosed())
    else this.#flow()
  }

  send(code: number, payload: Uint8Array): boolean {
    if (code < firstSubprotocolCode) throw new RangeError(`${code} is a message of the base protocol`)
    return FrameWriter.fits(payload) && this.#hasRoomFor(payload.length) && this.#write(code, payload)
  }

  disconnect(reason: DisconnectReason): void {
    this.#say(reason, { by: 'us', reason })
  }

  pause(): void {
    this.#isPaused = true
    this.#socket.pause()
  }

  resume(): void {
    if (!this.#isPaused) return
    this.#isPaused = false
    this.#silentPings = 0
    this.#flow()
  }

  get #isReading(): boolean {
    return this.#listener !== undefined && !this.#isPaused && !this.#isWaiting
  }

  /** Delivers what has come already, but not before the caller is done, and reads on. */
  #flow(): void {
    if (!this.#isReading) return
    this.#socket.resume()
    queueMicrotask(() => this.#deliver())
  }

  #receive(chunk: Uint8Array): void {
    if (this.#closeReason) return
    this.#reader.push(chunk)
    this.#deliver()
  }

  #deliver(): void {
    if (this.#isDelivering || !this.#isReading) return
    if (this.#reading.isFree) this.#deliverSlice()
    else this.#awaitTurn()
  }

  readonly #takeTurn = (): void => {
    this.#isWaiting = false
    if (!this.#isReading) return
    this.#deliverSlice()
    if (this.#isReading) this.#socket.resume()
  }

  /** Meanwhile the other node has to wait, too. */
  #awaitTurn(): void {
    if (this.#closeReason) return
    this.#isWaiting = true
    this.#socket.pause()
    this.#reading.await(this.#takeTurn)
  }

  #deliverSlice(): void {
    this.#isDelivering = true
    try {
      const isDone = this.#reading.spend(() => this.#deliverUntil(this.#reading.now() + sliceMs))
      if (!isDone) this.#awaitTurn()
    } finally {
      this.#isDelivering = false
    }
  }

  /** Whether everything was delivered that can be. */
  #deliverUntil(end: number): boolean {
    while (this.#listener && !this.#isPaused && !this.#closeReason) {
      const frame = this.#nextFrame()
      if (!frame) return true
      this.#silentPings = 0
      this.#handle(frame, this.#listener)
      if (this.#reading.now() > end) return false
    }
    return true
  }

  #nextFrame(): Frame | undefined {
    try {
      return this.#reader.next()
    } catch (error) {
      if (!(error instanceof TransportError)) throw error
      this.#fail('protocol', error.message, disconnectReasons.badProtocol)
      return undefined
    }
  }

  #handle({ code, payload }: Frame, listener: ConnectionListener): void {
    if (code >= firstSubprotocolCode) listener.frame(code, payload)
    else if (code === baseCodes.disconnect) this.#end({ by: 'remote', reason: decodeDisconnect(payload) })
    else if (code === baseCodes.ping && this.#hasRoomFor(emptyList.length))
      this.#write(baseCodes.pong, emptyList)
  }

  #hasRoomFor(length: number): boolean {
    return this.bufferedBytes === 0 || this.bufferedBytes + length <= this.#limits.outgoingBytes
  }

  #write(code: number, payload: Uint8Array): boolean {
    if (this.#closeReason) return false
    this.#socket.write(this.#writer.write(code, payload))
    return true
  }

  /** While nothing is read, the other node cannot be heard and is not blamed for silence. */
  #ping(): void {
    const { unansweredPings } = this.#limits
    const taken = this.#socket.bytesWritten - this.bufferedBytes
    this.#stuckPings = taken === this.#takenBytes && this.bufferedBytes > 0 ? this.#stuckPings + 1 : 0
    this.#takenBytes = taken
    if (this.#silentPings >= unansweredPings || this.#stuckPings >= unansweredPings) {
      const what = this.#silentPings >= unansweredPings ? 'answered' : 'read'
      this.#fail('timeout', `the other node has not ${what} for too long`, disconnectReasons.pingTimeout)
      return
    }
    if (this.#isReading) this.#silentPings++
    if (this.#hasRoomFor(emptyList.length)) this.#write(baseCodes.ping, emptyList)
  }

  #fail(kind: FailureKind, problem: string, reason: DisconnectReason): void {
    this.#say(reason, { by: 'failure', kind, problem })
  }

  #say(reason: DisconnectReason, closeReason: CloseReason): void {
    this.#write(baseCodes.disconnect, encodeDisconnect(reason))
    this.#end(closeReason)
  }

  /** Lets the last word go out, and reads on without listening, since closing on unread bytes would cut it off. */
  #end(closeReason: CloseReason): void {
    if (this.#closeReason) return
    this.#closeReason = closeReason
    clearInterval(this.#pinging)
    this.#socket.end()
    this.#socket.resume()
    setTimeout(() => this.#socket.destroy(), this.#limits.closingMs).unref()
  }

  #lost(problem: string): void {
    this.#closeReason ??= { by: 'failure', kind: 'lost', problem }
  }

  #closed(): void {
    clearInterval(this.#pinging)
    this.#reading.forget(this.#takeTurn)
    this.#lost('the other node closed the connection')
    this.#hasClosed = true
    this.#tellClosed()
  }

  #tellClosed(): void {
    if (this.#closeReason) this.#listener?.closed(this.#closeReason)
  }
}

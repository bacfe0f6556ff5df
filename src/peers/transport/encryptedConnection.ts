import type { Socket } from 'node:net'
import type { WorkBudget } from '../../primitives/work/workBudget.ts'
import {
  baseCodes,
  decodeDisconnect,
  emptyList,
  encodeDisconnect,
  firstSubprotocolCode,
} from './baseProtocol.ts'
import {
  type CloseReason,
  type Connection,
  type ConnectionListener,
  type GreetedNode,
  plainAddress,
} from './connection.ts'
import { type DisconnectReason, disconnectReasons } from './disconnectReason.ts'
import type { FrameReader } from './frameReader.ts'
import type { Frame } from './frames.ts'
import { FrameWriter } from './frameWriter.ts'
import { TransportError } from './transportError.ts'
import type { TransportLimits } from './transportParts.ts'

/** Detects that the other node, over several pings, sends no message or does not take the bytes that wait for it. */
class PeerLiveness {
  readonly #unansweredPings: number
  #silentPings = 0
  #stuckPings = 0
  #takenBytes = 0

  /** A node that is silent or stuck for this many pings counts as gone. */
  constructor(unansweredPings: number) {
    this.#unansweredPings = unansweredPings
  }

  /** A message has come. */
  heard(): void {
    this.#silentPings = 0
  }

  /**
   * Called with every ping: with the bytes that the other node has taken so far, those that still wait for it, and
   * whether its messages would be noticed. Returns what it has not done for too long, or undefined.
   */
  check(takenBytes: number, waitingBytes: number, isReading: boolean): 'answered' | 'read' | undefined {
    this.#stuckPings = takenBytes === this.#takenBytes && waitingBytes > 0 ? this.#stuckPings + 1 : 0
    this.#takenBytes = takenBytes
    if (this.#silentPings >= this.#unansweredPings) return 'answered'
    if (this.#stuckPings >= this.#unansweredPings) return 'read'
    if (isReading) this.#silentPings++
    return undefined
  }
}

export interface EncryptedConnectionParts {
  readonly socket: Socket
  readonly reader: FrameReader
  readonly writer: FrameWriter
  readonly remote: GreetedNode
  readonly isInbound: boolean
  readonly limits: TransportLimits
  /** Bounds the time spent on received frames; all connections share it. */
  readonly reading: WorkBudget
}

/**
 * - `unstarted`: the owner has not called `start`. The socket is paused; frames that came with the handshake wait in
 *   the reader.
 * - `reading`: frames go to the listener as they come.
 * - `awaiting-turn`: the reading budget is spent, so the socket is paused until this connection's turn comes.
 * - `closing`: input is discarded while the last message goes out.
 * - `closed`: the socket is gone.
 */
type Phase =
  | { readonly name: 'unstarted'; readonly listener: undefined }
  | { readonly name: 'reading' | 'awaiting-turn'; readonly listener: ConnectionListener }
  | {
      readonly name: 'closing' | 'closed'
      readonly listener: ConnectionListener | undefined
      readonly reason: CloseReason
    }

/** After this time on one connection, other connections get their turn. */
const sliceMs = 2
/** Maximum size of frames that wait for others of the same turn. */
const maximumHeldBack = 16 << 10

/** A connection over TCP after its handshake. */
export class EncryptedConnection implements Connection {
  readonly remote: GreetedNode
  readonly address: string
  readonly port: number
  readonly isInbound: boolean
  readonly #socket: Socket
  readonly #reader: FrameReader
  readonly #writer: FrameWriter
  readonly #limits: TransportLimits
  readonly #reading: WorkBudget
  readonly #liveness: PeerLiveness
  readonly #pinging: NodeJS.Timeout
  #phase: Phase = { name: 'unstarted', listener: undefined }

  constructor({ socket, reader, writer, remote, isInbound, limits, reading }: EncryptedConnectionParts) {
    this.remote = remote
    this.address = plainAddress(socket.remoteAddress ?? '')
    this.port = socket.remotePort ?? 0
    this.isInbound = isInbound
    this.#socket = socket
    this.#reader = reader
    this.#writer = writer
    this.#limits = limits
    this.#reading = reading
    this.#liveness = new PeerLiveness(limits.unansweredPings)
    this.#pinging = setInterval(() => this.#ping(), limits.pingIntervalMs).unref()
    socket.on('data', (chunk: Uint8Array) => this.#receive(chunk))
    socket.pause()
    socket.on('error', (error) => this.#lose(error.message))
    socket.once('close', () => this.#socketClosed())
  }

  get bufferedBytes(): number {
    return this.#socket.writableLength
  }

  start(listener: ConnectionListener): void {
    const phase = this.#phase
    if (phase.listener !== undefined) throw new Error('the connection has a listener already')
    if (phase.name === 'unstarted') {
      this.#phase = { name: 'reading', listener }
      this.#socket.resume()
      // Not before the caller of `start` is done.
      queueMicrotask(() => this.#deliver())
      return
    }
    this.#phase = { ...phase, listener }
    if (phase.name === 'closed') queueMicrotask(() => listener.closed(phase.reason))
  }

  send(code: number, payload: Uint8Array): boolean {
    if (code < firstSubprotocolCode) throw new RangeError(`${code} is a message of the base protocol`)
    return FrameWriter.fits(payload) && this.#hasRoomFor(payload.length) && this.#write(code, payload)
  }

  disconnect(reason: DisconnectReason): void {
    this.#say(reason, { by: 'us', reason })
  }

  #receive(chunk: Uint8Array): void {
    if ('reason' in this.#phase) return
    this.#reader.push(chunk)
    this.#deliver()
  }

  #deliver(): void {
    if (this.#phase.name !== 'reading') return
    if (this.#reading.isFree) this.#deliverSlice()
    else this.#awaitTurn()
  }

  readonly #takeTurn = (): void => {
    if (this.#phase.name !== 'awaiting-turn') return
    this.#phase = { name: 'reading', listener: this.#phase.listener }
    this.#deliverSlice()
    if (this.#phase.name === 'reading') this.#socket.resume()
  }

  /** The paused socket makes the other node wait too. */
  #awaitTurn(): void {
    if (this.#phase.name !== 'reading') return
    this.#phase = { name: 'awaiting-turn', listener: this.#phase.listener }
    this.#socket.pause()
    this.#reading.await(this.#takeTurn)
  }

  #deliverSlice(): void {
    const isDone = this.#reading.spend(() => this.#deliverUntil(this.#reading.now() + sliceMs))
    if (!isDone) this.#awaitTurn()
  }

  /** False when the time ended before the frames did. */
  #deliverUntil(end: number): boolean {
    while (this.#phase.name === 'reading') {
      const { listener } = this.#phase
      const frame = this.#nextFrame()
      if (!frame) return true
      this.#liveness.heard()
      this.#handle(frame, listener)
      if (this.#reading.now() > end) return false
    }
    return true
  }

  #nextFrame(): Frame | undefined {
    try {
      return this.#reader.next()
    } catch (error) {
      if (!(error instanceof TransportError)) throw error
      this.#say(disconnectReasons.badProtocol, { by: 'failure', kind: 'protocol', problem: error.message })
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
    if ('reason' in this.#phase) return false
    const socket = this.#socket
    if (socket.writableCorked === 0) this.#holdBack()
    socket.write(this.#writer.write(code, payload))
    if (socket.writableLength >= maximumHeldBack) socket.uncork()
    return true
  }

  /** Sends small frames of one turn together, because a system call takes as long as encrypting one of them. */
  #holdBack(): void {
    this.#socket.cork()
    process.nextTick(() => this.#socket.uncork())
  }

  #ping(): void {
    const { bufferedBytes } = this
    const takenBytes = this.#socket.bytesWritten - bufferedBytes
    const omission = this.#liveness.check(takenBytes, bufferedBytes, this.#phase.name === 'reading')
    if (omission !== undefined) {
      const problem = `the other node has not ${omission} for too long`
      this.#say(disconnectReasons.pingTimeout, { by: 'failure', kind: 'timeout', problem })
    } else if (this.#hasRoomFor(emptyList.length)) this.#write(baseCodes.ping, emptyList)
  }

  #say(reason: DisconnectReason, closeReason: CloseReason): void {
    this.#write(baseCodes.disconnect, encodeDisconnect(reason))
    this.#end(closeReason)
  }

  /** Keeps reading, since closing a socket with unread bytes would cut off the last message. */
  #end(reason: CloseReason): void {
    if ('reason' in this.#phase) return
    this.#enterClosing(reason)
    this.#socket.end()
    this.#socket.resume()
    setTimeout(() => this.#socket.destroy(), this.#limits.closingMs).unref()
  }

  /** After an error Node closes the socket. */
  #lose(problem: string): Extract<Phase, { reason: CloseReason }> {
    if ('reason' in this.#phase) return this.#phase
    return this.#enterClosing({ by: 'failure', kind: 'lost', problem })
  }

  #enterClosing(reason: CloseReason): Extract<Phase, { reason: CloseReason }> {
    const phase = { name: 'closing', listener: this.#phase.listener, reason } as const
    this.#phase = phase
    clearInterval(this.#pinging)
    this.#reading.forget(this.#takeTurn)
    return phase
  }

  #socketClosed(): void {
    const { listener, reason } = this.#lose('the other node closed the connection')
    this.#phase = { name: 'closed', listener, reason }
    listener?.closed(reason)
  }
}

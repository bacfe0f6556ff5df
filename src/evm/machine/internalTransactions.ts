import { emptyBytes } from '../../primitives/bytes.ts'
import type { CallRequest, FrameParameters } from '../engine.ts'
import type { Host } from '../host.ts'
import type { InternalTransaction } from '../precompiles/precompile.ts'
import { type Activation, contextOf } from './activation.ts'

interface OpenFrame {
  /** The call or creation that opened the frame; undefined for the outermost frame. */
  readonly openedBy: InternalTransaction | undefined
  made: number
}

/**
 * Counts the calls and creations of contracts, for the few precompiled contracts that report the internal
 * transaction that called them. Calls of other precompiled contracts and refused calls do not count. A
 * finished call, failed or not, adds its count to its caller's; a finished creation does not.
 */
export class InternalTransactions {
  readonly #host: Host
  /** Open frames, the innermost last. */
  readonly #frames: OpenFrame[] = [{ openedBy: undefined, made: 0 }]

  constructor(host: Host) {
    this.#host = host
  }

  /** Counts a call without a frame, or a self-destruction with a balance. */
  count(): void {
    this.#innermost.made++
  }

  openCall(request: CallRequest, caller: Activation, callee: FrameParameters): void {
    this.#open(this.#call(request, caller, callee.code.bytes, this.#innermost.made))
  }

  /** The creator's nonce has been increased before. */
  openCreation({ parameters }: Activation, created: FrameParameters): void {
    const { gasPrice, gasLimit } = this.#host.environment
    this.#open({
      kind: 'create',
      nonce: this.#host.state.nonce(parameters.address) - 1n,
      sender: parameters.address,
      receiver: undefined,
      value: created.value,
      gasPrice,
      gasLimit,
      data: created.code.bytes,
      depth: parameters.depth,
      index: this.#innermost.made,
    })
  }

  endCall(): void {
    const { made } = this.#frames.pop()!
    this.#innermost.made += made
  }

  endCreation(): void {
    this.#frames.pop()
  }

  /**
   * The internal transactions that lead to a precompiled contract, outermost first. The last is its own call,
   * already counted.
   */
  leadingTo(request: CallRequest, caller: Activation): InternalTransaction[] {
    const path = this.#frames.flatMap(({ openedBy }) => openedBy ?? [])
    return [...path, this.#call(request, caller, emptyBytes, this.#innermost.made - 1)]
  }

  #open(openedBy: InternalTransaction): void {
    this.count()
    this.#frames.push({ openedBy, made: 0 })
  }

  #call(request: CallRequest, caller: Activation, data: Uint8Array, index: number): InternalTransaction {
    const { address: sender, depth } = caller.parameters
    const { gasPrice, gasLimit } = this.#host.environment
    return {
      kind: 'call',
      nonce: this.#host.state.nonce(sender),
      sender,
      receiver: contextOf(request, caller),
      value: request.value,
      gasPrice,
      gasLimit,
      data,
      depth,
      index,
    }
  }

  get #innermost(): OpenFrame {
    return this.#frames[this.#frames.length - 1]!
  }
}

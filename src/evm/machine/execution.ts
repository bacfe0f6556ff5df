import { type Address, asAddress } from '../../primitives/bytes.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import type { CallKind, EngineSession, Frame, FrameParameters } from '../engine.ts'
import type { Host } from '../host.ts'
import { maximumDepth } from '../limits.ts'
import type { EvmRules } from '../rules.ts'
import type { Tracer } from '../tracer.ts'

/** Where everything that rolls back stood. */
export interface Mark {
  readonly host: number
  readonly session: number
  readonly destroyed: number
}

/** An open frame and what the machine must know when it ends. */
export interface Activation {
  readonly kind: CallKind | 'create' | 'create2'
  readonly frame: Frame
  readonly parameters: FrameParameters
  /** Taken before the frame's own changes, the transfer of its value included. */
  readonly mark: Mark
  /** Where the caller wants the output of a call. */
  readonly outputOffset: number
  readonly outputSize: number
}

/** The state of one execution between its frames. */
export class Execution {
  readonly host: Host
  readonly rules: EvmRules
  readonly session: EngineSession
  readonly tracer: Tracer | undefined
  readonly depthLimit: number
  /** Open frames, the running one last. */
  readonly activations: Activation[] = []
  readonly #destroyed: Address[] = []

  constructor(host: Host, rules: EvmRules, session: EngineSession, tracer: Tracer | undefined) {
    this.host = host
    this.rules = rules
    this.session = session
    this.tracer = tracer
    this.depthLimit = maximumDepth(rules)
  }

  mark(): Mark {
    return { host: this.host.snapshot(), session: this.session.mark(), destroyed: this.#destroyed.length }
  }

  rollback(mark: Mark): void {
    this.host.rollback(mark.host)
    this.session.rollback(mark.session)
    this.#destroyed.length = mark.destroyed
  }

  open(
    kind: Activation['kind'],
    parameters: FrameParameters,
    mark: Mark,
    outputOffset: number,
    outputSize: number,
  ): void {
    const frame = this.session.open(parameters)
    this.activations.push({ kind, frame, parameters, mark, outputOffset, outputSize })
  }

  transfer(from: Address, to: Address, value: bigint): void {
    this.host.addBalance(from, -value)
    this.host.addBalance(to, value)
  }

  canPay(address: Address, value: bigint): boolean {
    return value === 0n || this.host.balance(address) >= value
  }

  destroy(address: Address): void {
    this.#destroyed.push(asAddress(address.slice()))
  }

  /** Accounts that self-destructed, each once, in order of the first time. */
  destroyed(): Address[] {
    return [...new Map(this.#destroyed.map((address) => [toHexDigits(address), address])).values()]
  }
}

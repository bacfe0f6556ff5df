import { type Address, asAddress } from '../../primitives/bytes.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import type { EngineSession, OpenedFrame } from '../engine.ts'
import { ExecutionInterrupted } from '../halt.ts'
import type { Host } from '../host.ts'
import { type EvmRules, maximumDepth } from '../rules.ts'
import type { Tracer } from '../tracer.ts'
import { AccountCache } from './accountCache.ts'
import type { Activation, Mark } from './activation.ts'
import { InternalTransactions } from './internalTransactions.ts'

/** Bytes of unpaid memory that all frames of an execution may have together. */
const maximumFreeMemory = 2 ** 28
/** Growth up to this size does not count. */
const uncountedMemory = 2 ** 16

/**
 * Receives the work since the last poll. In gas: what frames used, without the excess of logs and writes, and the maximum of
 * a precompiled contract that is about to run. No gas pays for the bytes of code that had to be copied and scanned. Returns true to end
 * the execution.
 */
export type Interrupt = (gas: number, scannedBytes: number) => boolean

/** Gas before the first poll. The interval doubles with each poll, up to about 0.1 ms of instructions. */
const gasBeforeFirstPoll = 2 ** 13
const maximumGasBetweenPolls = 2 ** 15
/** The machine's work for one call or creation, in gas. */
const gasOfExit = 700

/** The state of one execution between its frames. */
export class Execution {
  readonly host: Host
  readonly rules: EvmRules
  readonly session: EngineSession
  readonly tracer: Tracer | undefined
  /** Undefined with an engine that makes calls itself: those calls are not counted. */
  readonly internalTransactions: InternalTransactions | undefined
  /** Open frames, the running one last. */
  readonly activations: Activation[] = []
  /** Made by the first call of a contract: most simulated calls make none. */
  #accounts: AccountCache | undefined
  readonly #destroyed: Address[] = []
  #freeMemoryLeft = maximumFreeMemory
  readonly #interrupt: Interrupt | undefined
  #gasBetweenPolls: number
  #gasSincePoll = 0
  /** The part of the session's that polls have subtracted. */
  #polledExcess = 0
  #polledScan: number
  /** Of calls and creations, whose gas polls do not count. */
  #excessGas = 0

  constructor(
    host: Host,
    rules: EvmRules,
    session: EngineSession,
    tracer: Tracer | undefined,
    interrupt: Interrupt | undefined,
  ) {
    this.host = host
    this.rules = rules
    this.session = session
    this.tracer = tracer
    this.internalTransactions = session.makesCalls ? undefined : new InternalTransactions(host)
    this.#interrupt = interrupt
    this.#polledScan = session.scannedBytes
    this.#gasBetweenPolls = interrupt === undefined ? Number.POSITIVE_INFINITY : gasBeforeFirstPoll
  }

  /** Of calls and creations. */
  get depthLimit(): number {
    return maximumDepth(this.rules)
  }

  get accounts(): AccountCache {
    this.#accounts ??= new AccountCache(this.host)
    return this.#accounts
  }

  /** Gas after which a frame pauses. */
  get gasBeforePoll(): number {
    return this.#gasBetweenPolls - this.#gasSincePoll
  }

  /** Counts work that was done, or is about to be, by its gas; polls for interruption when it is enough. */
  count(gas: number): void {
    this.#gasSincePoll += gas + gasOfExit
    if (this.#gasSincePoll < this.#gasBetweenPolls) return
    const { excessGas, scannedBytes } = this.session
    const work = this.#gasSincePoll - (excessGas - this.#polledExcess)
    if (this.#interrupt?.(work, scannedBytes - this.#polledScan)) throw new ExecutionInterrupted()
    this.#polledExcess = excessGas
    this.#polledScan = scannedBytes
    this.#gasSincePoll = 0
    // A frame pauses between blocks of instructions only, so it gets ever more gas until it enters the next block.
    const next = 2 * this.#gasBetweenPolls
    this.#gasBetweenPolls = gas === 0 ? next : Math.min(next, maximumGasBetweenPolls)
  }

  /** Counts gas of a call or creation beyond its work. */
  addExcess(gas: number): void {
    this.#excessGas += gas
  }

  /** Gas beyond the work that it has paid for, also of frames that failed. */
  get excessGas(): number {
    return this.#excessGas + this.session.excessGas
  }

  /**
   * Whether a frame's memory may grow to this size without being paid for (until RSKIP150). The reference
   * node has no limit; this one prevents a simulated call on an old block from exhausting the process's
   * memory.
   */
  takeFreeMemory(size: number): boolean {
    if (size > uncountedMemory) this.#freeMemoryLeft -= size
    return this.#freeMemoryLeft >= 0
  }

  mark(): Mark {
    return {
      host: this.host.state.snapshot(),
      session: this.session.mark(),
      destroyed: this.#destroyed.length,
    }
  }

  rollback(mark: Mark): void {
    this.host.state.rollback(mark.host)
    this.forgetAccounts()
    this.session.rollback(mark.session)
    // Setting the length takes far longer than comparing it.
    if (this.#destroyed.length > mark.destroyed) this.#destroyed.length = mark.destroyed
  }

  /**
   * Takes over a frame that the engine opened. The host has not changed since, so its mark can be taken now.
   */
  adopt({ kind, frame, parameters, mark: session, outputOffset, outputSize }: OpenedFrame): void {
    const mark = { host: this.host.state.snapshot(), session, destroyed: this.#destroyed.length }
    this.activations.push({ kind, frame, parameters, mark, outputOffset, outputSize })
  }

  /** Empties caches of accounts. Must be called when accounts may be gone or have other code. */
  forgetAccounts(): void {
    this.#accounts?.forget()
    this.session.forgetAccounts()
  }

  transfer(from: Address, to: Address, value: bigint): void {
    if (value === 0n) {
      this.accounts.touch(from)
      this.accounts.touch(to)
    } else {
      this.host.state.addBalance(from, -value)
      this.host.state.addBalance(to, value)
    }
  }

  canPay(address: Address, value: bigint): boolean {
    return value === 0n || this.host.state.balance(address) >= value
  }

  destroy(address: Address): void {
    this.#destroyed.push(asAddress(address.slice()))
  }

  /** Accounts that self-destructed, each once, in order of their first self-destruction. */
  destroyed(): Address[] {
    if (this.#destroyed.length === 0) return []
    return [...new Map(this.#destroyed.map((address) => [toHexDigits(address), address])).values()]
  }
}

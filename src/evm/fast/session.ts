import type { EngineSession, FrameParameters } from '../engine.ts'
import type { Host } from '../host.ts'
import { ARENA, FRAME_LIMIT, JOURNAL_LENGTH, LOG_DRAINED, LOG_TOP, STACKS } from '../layout.ts'
import { maximumDepth } from '../limits.ts'
import type { Log } from '../log.ts'
import type { EvmRules } from '../rules.ts'
import { Accounts } from './accounts.ts'
import { arenaSize } from './arenaSize.ts'
import type { Core, CoreClient } from './core.ts'
import { type CorePool, sharedCores } from './corePool.ts'
import { align, type DecodedCode, decodeAt, decodedSpace } from './decodedCode.ts'
import { FastFrame, type FrameOwner } from './frame.ts'
import { readLogs } from './logBuffer.ts'
import { readCell, writeCells } from './storageCells.ts'
import { FastEngineUnable } from './unable.ts'

export interface FastOptions {
  readonly interrupt?: (() => boolean) | undefined
  readonly cores?: CorePool
}

/**
 * An execution in the fast engine. Storage is held in the core until `finish`. Any method may throw
 * `FastEngineUnable`.
 */
export class FastSession implements EngineSession, FrameOwner, CoreClient {
  readonly core: Core
  readonly host: Host
  readonly rules: EvmRules
  readonly interrupt: (() => boolean) | undefined
  readonly #cores: CorePool
  readonly accounts: Accounts
  /** By depth; the first `#depth` of them are open, the others wait to be used again. */
  readonly #frames: FastFrame[] = []
  #depth = 0
  /** Logs that have left the core's buffer; those behind the first LOG_DRAINED were rolled back. */
  readonly #drained: Log[] = []
  #isClosed = false

  constructor(host: Host, rules: EvmRules, { interrupt, cores = sharedCores }: FastOptions) {
    this.host = host
    this.rules = rules
    this.interrupt = interrupt
    this.#cores = cores
    this.core = cores.acquire()
    this.core.client = this
    this.accounts = new Accounts(this.core)
    this.core.useRules(rules)
    this.core.useEnvironment(host.environment)
  }

  open(parameters: FrameParameters): FastFrame {
    const { core } = this
    if (this.#depth === FRAME_LIMIT) throw new Error('more frames than the machine may open')
    const caller = this.#depth === 0 ? undefined : this.#frames[this.#depth - 1]!
    if (caller === undefined) core.reserve(arenaSize(parameters.gas, maximumDepth(this.rules) + 1))
    else caller.clearReturnData()

    const start = caller === undefined ? ARENA : align(caller.end)
    const ownInput = core.addressOf(parameters.input)
    const afterInput = ownInput === undefined ? this.#copyInput(start, parameters.input) : start
    const cached = parameters.isInitCode ? undefined : core.codeCache.take(parameters.code)
    const code = cached ?? this.#decodeOnce(afterInput, parameters.code.bytes)

    const frame = (this.#frames[this.#depth] ??= new FastFrame(this, this.#depth))
    const memory = cached === undefined ? code.end : afterInput
    const stack = caller === undefined ? STACKS : caller.stack
    frame.start(parameters, { code, cached, memory, stack, input: ownInput ?? start }, caller)
    this.#depth++
    return frame
  }

  /** Copies call data from outside into the arena; answers where it ends. */
  #copyInput(address: number, input: Uint8Array): number {
    if (input.length === 0) return address
    this.#checkRoom(address, input.length)
    this.core.write(address, input)
    return align(address + input.length)
  }

  #decodeOnce(address: number, bytes: Uint8Array): DecodedCode {
    this.#checkRoom(address, decodedSpace(bytes.length))
    return decodeAt(this.core, address, bytes)
  }

  #checkRoom(address: number, size: number): void {
    if (address + size > this.core.returnData) throw new FastEngineUnable('the arena of frames is full')
  }

  closed({ end, cached }: FastFrame): void {
    this.#depth--
    this.core.arenaUsed = Math.max(this.core.arenaUsed, end - ARENA)
    if (cached !== undefined) this.core.codeCache.give(cached)
  }

  mark(): number {
    return this.core.u32[JOURNAL_LENGTH >>> 2]!
  }

  rollback(mark: number): void {
    this.core.exports.rollback(mark)
  }

  readStorage(account: number): void {
    readCell(this.core, this.host, this.accounts, account)
  }

  /** The core empties its buffer afterwards. */
  drainLogs(): void {
    this.#drained.length = this.core.u32[LOG_DRAINED >>> 2]!
    for (const log of readLogs(this.core, this.accounts)) this.#drained.push(log)
  }

  appendLog(log: Log): void {
    this.drainLogs()
    this.#drained.push(log)
    this.core.u32[LOG_TOP >>> 2] = 0
    try {
      this.core.exports.journalDrainedLog()
    } catch (error) {
      throw this.core.explain(error)
    }
  }

  logs(): Log[] {
    const drained = this.#drained.slice(0, this.core.u32[LOG_DRAINED >>> 2])
    return [...drained, ...readLogs(this.core, this.accounts)]
  }

  finish(): void {
    writeCells(this.core, this.host, this.accounts)
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    while (this.#depth > 0) this.closed(this.#frames[this.#depth - 1]!)
    this.#cores.release(this.core)
  }
}

/** Opens an execution in the fast engine. */
export const fastSession = (host: Host, rules: EvmRules, options: FastOptions = {}): EngineSession =>
  new FastSession(host, rules, options)

import type { EngineSession, FrameParameters, OpenedFrame } from '../engine.ts'
import { FastEngineUnable } from '../halt.ts'
import type { Host } from '../host.ts'
import {
  ARENA,
  DIRECT_CALL_LIMIT,
  FRAME_LIMIT,
  FRAME_SIZE,
  FRAMES,
  INNERMOST_FRAME,
  JOURNAL_LENGTH,
  LOG_DRAINED,
  LOG_TOP,
  STACKS,
} from '../layout.ts'
import type { Log } from '../log.ts'
import { type EvmRules, maximumDepth } from '../rules.ts'
import { Accounts } from './accounts.ts'
import type { Core } from './core.ts'
import { type CorePool, sharedCores } from './corePool.ts'
import { align, type DecodedCode, decodeAt, decodedSpace } from './decodedCode.ts'
import type { DecodingCore } from './decodingCore.ts'
import { DirectCallees } from './directCallees.ts'
import { writeEnvironment } from './environmentWords.ts'
import { FastFrame, type FrameOwner } from './frame.ts'
import { readLogs } from './logBuffer.ts'
import { readCell, writeCells } from './storageCells.ts'

/**
 * An execution in the fast engine. The core holds storage until `finish`. Any method may throw
 * `FastEngineUnable`.
 */
export class FastSession implements EngineSession, FrameOwner {
  readonly makesCalls = true
  readonly core: Core
  readonly host: Host
  readonly rules: EvmRules
  readonly #cores: CorePool
  readonly #decoding: DecodingCore
  readonly accounts: Accounts
  /** By depth. The first `#depth` frames are open; the others are reused later. */
  readonly #frames: FastFrame[] = []
  #depth = 0
  readonly #directCallees: DirectCallees
  /** Frames that the core opened and the machine has not taken over yet. */
  #opened: OpenedFrame[] = []
  /** Logs that have left the core's buffer. Only the first LOG_DRAINED of them have not been rolled back. */
  readonly #drained: Log[] = []
  #isClosed = false

  constructor(host: Host, rules: EvmRules, cores: CorePool = sharedCores) {
    this.host = host
    this.rules = rules
    this.#cores = cores
    this.#decoding = cores.acquire()
    this.core = this.#decoding.core
    this.core.session = this
    this.accounts = new Accounts(this.core)
    this.#directCallees = new DirectCallees(this.core, this.accounts)
    this.core.u32[DIRECT_CALL_LIMIT >>> 2] = directCallLimit(rules)
    this.#decoding.useRules(rules)
    writeEnvironment(this.core, host.environment)
  }

  open(parameters: FrameParameters, input: Uint8Array): FastFrame {
    const creator = this.#depth === 0 ? undefined : this.#frames[this.#depth - 1]!
    if (creator === undefined) this.core.reserve(parameters.gas, maximumDepth(this.rules) + 1)
    const start = creator === undefined ? ARENA : align(creator.end)
    return this.#start(parameters, creator, this.#copyInput(start, input), start, input.length)
  }

  openCallee(parameters: FrameParameters, caller: FastFrame, offset: number, size: number): FastFrame {
    const frame = this.#start(parameters, caller, align(caller.end), caller.memoryAddress(offset), size)
    const { called } = caller
    if (called !== undefined && frame.cached !== undefined)
      this.#directCallees.register(called, parameters.code, frame.cached)
    return frame
  }

  innermost(): FastFrame {
    const address = this.core.u32[INNERMOST_FRAME >>> 2]
    for (;;) {
      const frame = this.#frames[this.#depth - 1]!
      if (frame.contextAddress === address) return frame
      this.#adopt(frame)
    }
  }

  #adopt(caller: FastFrame): void {
    const frame = this.#nextFrame()
    const callee = this.#directCallees.at(frame.directCallee)
    callee.cached.users++
    this.#opened.push(frame.adopt(caller, callee))
    this.#depth++
  }

  takeOpened(): readonly OpenedFrame[] {
    if (this.#opened.length === 0) return noFrames
    const opened = this.#opened
    this.#opened = []
    return opened
  }

  forgetAccounts(): void {
    this.#directCallees.forget()
  }

  #nextFrame(): FastFrame {
    const known = this.#frames[this.#depth]
    if (known !== undefined) return known
    const frame = new FastFrame(this, this.#depth)
    this.#frames.push(frame)
    return frame
  }

  /** Starts a frame whose part of the arena begins at `free`. */
  #start(
    parameters: FrameParameters,
    caller: FastFrame | undefined,
    free: number,
    input: number,
    inputLength: number,
  ): FastFrame {
    if (this.#depth === FRAME_LIMIT) throw new Error(`the machine opened more than ${FRAME_LIMIT} frames`)
    const cached = parameters.isInitCode ? undefined : this.#decoding.acquire(parameters.code)
    const code = cached ?? this.#decodeOnce(free, parameters.code.bytes)
    const memory = cached === undefined ? code.end : free
    const stack = caller === undefined ? STACKS : caller.stack
    const frame = this.#nextFrame()
    frame.start(parameters, { code, cached, memory, stack, input, inputLength }, caller)
    caller?.holdReturnData(0)
    this.#depth++
    return frame
  }

  /** Copies call data into the arena; returns the first free address behind it. */
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
    if (address + size > this.core.returnData) throw new FastEngineUnable('the memory of the frames is full')
  }

  closed({ end, cached }: FastFrame): void {
    this.#depth--
    this.core.noteArenaUse(end - ARENA)
    if (cached !== undefined) cached.users--
  }

  mark(): number {
    return this.core.u32[JOURNAL_LENGTH >>> 2]!
  }

  rollback(mark: number): void {
    this.core.exports.rollback(mark)
  }

  /** Reads all logs of the buffer, which the core empties afterwards. */
  readStorage(account: number): void {
    readCell(this.core, this.host, this.accounts, account)
  }

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
    const buffered = readLogs(this.core, this.accounts)
    const drained = this.core.u32[LOG_DRAINED >>> 2]!
    return drained === 0 ? buffered : [...this.#drained.slice(0, drained), ...buffered]
  }

  finish(): void {
    writeCells(this.core, this.host, this.accounts)
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#directCallees.forget()
    while (this.#depth > 0) this.closed(this.#frames[this.#depth - 1]!)
    this.#cores.release(this.#decoding)
  }
}

const noFrames: readonly OpenedFrame[] = []

/**
 * 0, which prevents calls within the core, under earlier rules: their STATICCALL takes a value, and their
 * depth limit differs.
 */
const directCallLimit = (rules: EvmRules): number =>
  rules.rskip103 && rules.rskip150 ? FRAMES + maximumDepth(rules) * FRAME_SIZE : 0

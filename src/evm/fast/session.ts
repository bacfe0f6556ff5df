import { compileWasm } from '../../crypto/loadWasm.ts'
import type { EngineSession, FrameParameters, OpenedFrame } from '../engine.ts'
import { FastEngineUnable } from '../halt.ts'
import type { Environment, Host } from '../host.ts'
import {
  ARENA,
  ARENA_USED,
  BASE_FEE_WORD,
  CHAIN_ID_WORD,
  COINBASE_WORD,
  DIFFICULTY_WORD,
  DIRECT_CALL_LIMIT,
  EXCESS_GAS,
  FRAME_LIMIT,
  FRAME_SIZE,
  FRAMES,
  GAS_LIMIT_WORD,
  GAS_PRICE_WORD,
  INNERMOST_FRAME,
  JOURNAL_LENGTH,
  LOG_DRAINED,
  LOG_TOP,
  NUMBER_WORD,
  ORIGIN_WORD,
  STACKS,
  TIMESTAMP_WORD,
  TRANSACTION_INDEX_WORD,
} from '../layout.ts'
import type { Log } from '../log.ts'
import { type EvmRules, maximumDepth } from '../rules.ts'
import { Accounts } from './accounts.ts'
import { align, Core } from './core.ts'
import { type CachedCode, DecodingCore } from './decodingCore.ts'
import { DirectCallees } from './directCallees.ts'
import { FastFrame, type FrameOwner } from './frame.ts'
import { readLogs } from './logBuffer.ts'
import { readCell, writeCells } from './storageCells.ts'
import { getWide, setBigInt, setBytes, setNumber } from './words.ts'

/** Bytes of frame memory. A session that used more is discarded, because linear memory never shrinks. */
const maximumKeptBytes = 128 * 2 ** 20

const maximumKept = 4

/**
 * Idle sessions. An execution that starts while another one runs (a host or a precompile that executes code itself) gets
 * another session.
 */
export class FastSessions {
  readonly #idle: FastSession[] = []
  readonly #compile: () => WebAssembly.Module
  #module: WebAssembly.Module | undefined

  constructor(compile: () => WebAssembly.Module) {
    this.#compile = compile
  }

  /** A session for one execution, which closes it. `reportsCalls` leaves every call to the machine. */
  open(host: Host, rules: EvmRules, reportsCalls = false): FastSession {
    const session = this.#idle.pop() ?? this.#newSession()
    session.begin(host, rules, reportsCalls)
    return session
  }

  /** Takes a session back, whatever state its execution left behind. */
  release(session: FastSession): void {
    const { core } = session
    core.exports.reset()
    const usedBytes = core.u32[ARENA_USED >>> 2]!
    if (usedBytes <= maximumKeptBytes && this.#idle.length < maximumKept) this.#idle.push(session)
  }

  #newSession(): FastSession {
    this.#module ??= this.#compile()
    return new FastSession(new Core(this.#module), this)
  }
}

/** The sessions of this process; the first one compiles the module. */
export const sharedSessions = new FastSessions(() => compileWasm('evm'))

/**
 * Executions in the fast engine, one after the other, in one core. The core holds storage until `finish`. Any method may
 * throw `FastEngineUnable`.
 */
export class FastSession implements EngineSession, FrameOwner {
  readonly makesCalls = true
  readonly core: Core
  readonly accounts: Accounts
  rules!: EvmRules
  /** Undefined between executions. */
  #host: Host | undefined
  #reportsCalls = false
  readonly #sessions: FastSessions
  readonly #decoding: DecodingCore
  /** By depth. The first `#depth` frames are open; the others are reused later. */
  readonly #frames: FastFrame[] = []
  #depth = 0
  #maximumFrames = 0
  readonly #directCallees: DirectCallees
  /** Frames that the core opened and the machine has not taken over yet. */
  #opened: OpenedFrame[] = []
  /** Logs that have left the core's buffer. Only the first LOG_DRAINED of them have not been rolled back. */
  #drained: Log[] = []

  constructor(core: Core, sessions: FastSessions) {
    this.core = core
    this.#sessions = sessions
    this.#decoding = new DecodingCore(core)
    this.accounts = new Accounts(core)
    this.#directCallees = new DirectCallees(core, this.accounts)
    core.session = this
  }

  begin(host: Host, rules: EvmRules, reportsCalls: boolean): void {
    this.#host = host
    this.#reportsCalls = reportsCalls
    if (rules !== this.rules) this.#useRules(rules)
    if (host.environment !== this.core.environment) writeEnvironment(this.core, host.environment)
  }

  #useRules(rules: EvmRules): void {
    this.rules = rules
    this.#maximumFrames = maximumDepth(rules) + 1
    this.core.u32[DIRECT_CALL_LIMIT >>> 2] = directCallLimit(rules)
    this.#decoding.useRules(rules)
  }

  get host(): Host {
    return this.#host!
  }

  get excessGas(): number {
    return getWide(this.core, EXCESS_GAS)
  }

  get scannedBytes(): number {
    return this.#decoding.scannedBytes
  }

  open(parameters: FrameParameters, input: Uint8Array): FastFrame {
    const creator = this.#depth === 0 ? undefined : this.#frames[this.#depth - 1]!
    if (creator === undefined) this.core.reserve(parameters.gas, this.#maximumFrames)
    const start = creator === undefined ? ARENA : align(creator.end)
    this.#checkRoom(start, input.length)
    this.core.write(start, input)
    return this.#start(parameters, creator, align(start + input.length), start, input.length)
  }

  openCallee(parameters: FrameParameters, caller: FastFrame, offset: number, size: number): FastFrame {
    const frame = this.#start(parameters, caller, align(caller.end), caller.memoryAddress(offset), size)
    const { called } = caller
    // The core calls only what is registered.
    if (called !== undefined && !this.#reportsCalls)
      this.#directCallees.register(called, parameters.code, frame.code)
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
    const frame = this.#frames[this.#depth] ?? this.#addFrame()
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

  #addFrame(): FastFrame {
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
    const code = parameters.isInitCode
      ? this.#decoding.acquireOnce(parameters.code.bytes)
      : this.#decoding.acquire(parameters.code)
    const stack = caller === undefined ? STACKS : caller.stack
    const frame = this.#frames[this.#depth] ?? this.#addFrame()
    frame.start(parameters, { code, memory: free, stack, input, inputLength }, caller)
    caller?.holdReturnData(0)
    this.#depth++
    return frame
  }

  extendCode(code: CachedCode): void {
    this.#decoding.extend(code)
  }

  #checkRoom(address: number, size: number): void {
    if (address + size > this.core.returnData) throw new FastEngineUnable('the memory of the frames is full')
  }

  closed({ end, code }: FastFrame): void {
    const { u32 } = this.core
    const usedBytes = end - ARENA
    this.#depth--
    if (usedBytes > u32[ARENA_USED >>> 2]!) u32[ARENA_USED >>> 2] = usedBytes
    this.#decoding.release(code)
  }

  mark(): number {
    return this.core.u32[JOURNAL_LENGTH >>> 2]!
  }

  rollback(mark: number): void {
    this.core.exports.rollback(mark)
  }

  readStorage(account: number): void {
    readCell(this.core, this.#host!, this.accounts, account)
  }

  /** Reads all logs of the buffer, which the core empties afterwards. */
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
    const { u32 } = this.core
    const drained = u32[LOG_DRAINED >>> 2]!
    const buffered = u32[LOG_TOP >>> 2] === 0 ? [] : readLogs(this.core, this.accounts)
    return drained === 0 ? buffered : [...this.#drained.slice(0, drained), ...buffered]
  }

  finish(): void {
    writeCells(this.core, this.#host!, this.accounts)
  }

  close(): void {
    if (this.#host === undefined) return
    this.#host = undefined
    if (this.#drained.length > 0) this.#drained = []
    if (this.#opened.length > 0) this.#opened = []
    this.#directCallees.forget()
    while (this.#depth > 0) this.closed(this.#frames[this.#depth - 1]!)
    this.accounts.forgetIfMany()
    this.#sessions.release(this)
  }
}

const noFrames: readonly OpenedFrame[] = []

/** Writes block and transaction into the core. */
function writeEnvironment(core: Core, environment: Environment): void {
  core.environment = environment
  setBytes(core, ORIGIN_WORD, environment.origin)
  setBigInt(core, GAS_PRICE_WORD, environment.gasPrice)
  setBytes(core, COINBASE_WORD, environment.coinbase)
  setNumber(core, TIMESTAMP_WORD, environment.timestamp)
  setNumber(core, NUMBER_WORD, environment.number)
  setBigInt(core, DIFFICULTY_WORD, environment.difficulty)
  setBigInt(core, GAS_LIMIT_WORD, environment.gasLimit)
  setNumber(core, CHAIN_ID_WORD, environment.chainId)
  // RSKIP412: Rootstock has no base fee, so BASEFEE pushes the block's minimum gas price.
  setBigInt(core, BASE_FEE_WORD, environment.minimumGasPrice)
  setNumber(core, TRANSACTION_INDEX_WORD, environment.transactionIndex)
}

/**
 * 0, which prevents calls within the core, under earlier rules: their STATICCALL takes a value, and their
 * depth limit differs.
 */
const directCallLimit = (rules: EvmRules): number =>
  rules.rskip103 && rules.rskip150 ? FRAMES + maximumDepth(rules) * FRAME_SIZE : 0

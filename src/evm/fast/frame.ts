import type { Address } from '../../primitives/bytes.ts'
import type { CallRequest, CreateRequest, Exit, Frame, FrameParameters } from '../engine.ts'
import { memoryGrowthGas, wordsFor } from '../gas.ts'
import { ExecutionInterrupted, type HaltCause } from '../halt.ts'
import type { Host } from '../host.ts'
import {
  EXIT_HOST,
  EXIT_MACHINE,
  EXIT_PAUSE,
  EXIT_REFERENCE,
  EXIT_RETURN,
  EXIT_REVERT,
  EXIT_STOP,
  FRAME_ADDRESS,
  FRAME_CALLER,
  FRAME_VALUE,
} from '../layout.ts'
import type { EvmRules } from '../rules.ts'
import type { Accounts } from './accounts.ts'
import type { CachedCode } from './codeCache.ts'
import type { Core } from './core.ts'
import type { DecodedCode } from './decodedCode.ts'
import { callKinds, createKinds, haltCauses } from './exits.ts'
import { FrameContext } from './frameContext.ts'
import { type HostedFrame, hostInstructions } from './hostInstructions.ts'
import { callOperands, createOperands, readCall, readCreate } from './requests.ts'
import { FastEngineUnable } from './unable.ts'
import { getAddress, setBigInt, setBytes, setNumber } from './words.ts'

/** Gas between two polls for interruption: a millisecond or so, ten when it is all spent on hashing. */
const gasBetweenPolls = 2 ** 20

/** What a frame uses of its session. */
export interface FrameOwner {
  readonly core: Core
  readonly host: Host
  readonly rules: EvmRules
  readonly accounts: Accounts
  readonly interrupt: (() => boolean) | undefined
  closed(frame: FastFrame): void
}

/** Where a frame finds its place in linear memory. */
export interface FramePlace {
  readonly code: DecodedCode
  /** The same code when it belongs to the cache. */
  readonly cached: CachedCode | undefined
  readonly stack: number
  readonly memory: number
  /** Address of the call data. */
  readonly input: number
}

/**
 * The frame of the fast engine: a context in linear memory on which the core works. The object is used again for
 * other frames of the same depth.
 */
export class FastFrame implements Frame, HostedFrame {
  readonly core: Core
  readonly host: Host
  readonly rules: EvmRules
  parameters!: FrameParameters
  cached: CachedCode | undefined
  readonly #owner: FrameOwner
  readonly #context: FrameContext
  #haltCause: HaltCause | undefined
  /** Number of the account the frame works on, and of the account it called last. */
  #account = 0
  #called = 0

  constructor(owner: FrameOwner, depth: number) {
    this.core = owner.core
    this.host = owner.host
    this.rules = owner.rules
    this.#owner = owner
    this.#context = new FrameContext(owner.core, depth)
  }

  start(parameters: FrameParameters, place: FramePlace, caller: FastFrame | undefined): void {
    const context = this.#context
    const { address } = context
    this.parameters = parameters
    this.cached = place.cached
    this.#haltCause = undefined
    context.start(place.code, place.stack, place.memory, parameters.gas)
    context.setInput(place.input, parameters.input.length)
    this.#account = this.#writeAddress(address + FRAME_ADDRESS, parameters.address, caller)
    this.#called = this.#account
    this.#writeAddress(address + FRAME_CALLER, parameters.caller, caller)
    setBigInt(this.core, address + FRAME_VALUE, parameters.value)
    context.setAccount(this.#account, parameters.isStatic)
  }

  /** Addresses mostly come from the calling frame, which knows their numbers already. */
  #writeAddress(word: number, address: Address, caller: FastFrame | undefined): number {
    const { accounts } = this.#owner
    const known = caller === undefined ? undefined : caller.#knownAccount(address)
    if (known !== undefined) {
      accounts.write(word, known)
      return known
    }
    setBytes(this.core, word, address)
    return accounts.number(word)
  }

  #knownAccount(address: Address): number | undefined {
    if (address === this.parameters.address) return this.#account
    return address === this.#owner.accounts.address(this.#called) ? this.#called : undefined
  }

  run(): Exit {
    this.#schedulePoll()
    for (;;) {
      const exit = this.#enter()
      switch (exit) {
        case EXIT_STOP:
          return 'stop'
        case EXIT_RETURN:
          return 'return'
        case EXIT_REVERT:
          return 'revert'
        case EXIT_MACHINE:
          return this.#machineExit()
        case EXIT_HOST:
          this.#haltCause = hostInstructions[this.#context.opcode]!(this)
          if (this.#haltCause !== undefined) return 'halt'
          break
        case EXIT_PAUSE:
          if (this.#owner.interrupt?.()) throw new ExecutionInterrupted()
          this.#schedulePoll()
          break
        case EXIT_REFERENCE:
          throw new FastEngineUnable('the code uses DUPN or SWAPN')
        default:
          this.#haltCause = haltCauses[exit]
          if (this.#haltCause === undefined)
            throw new Error(`the EVM core left with the unknown code ${exit}`)
          return 'halt'
      }
    }
  }

  #schedulePoll(): void {
    const context = this.#context
    context.pauseBelow = this.#owner.interrupt === undefined ? 0 : Math.max(0, context.gas - gasBetweenPolls)
  }

  #enter(): number {
    try {
      return this.core.exports.run(this.#context.address)
    } catch (error) {
      throw this.core.explain(error)
    }
  }

  #machineExit(): Exit {
    const { opcode } = this.#context
    if (callKinds[opcode] !== undefined) return 'call'
    return createKinds[opcode] === undefined ? 'selfdestruct' : 'create'
  }

  get gasLeft(): number {
    return this.#context.gas
  }

  get refund(): number {
    return this.#context.refund
  }

  set refund(refund: number) {
    this.#context.refund = refund
  }

  get stack(): number {
    return this.#context.stack
  }

  set stack(address: number) {
    this.#context.stack = address
  }

  clearReturnData(): void {
    this.#context.setReturnData(0, 0)
  }

  /** First address behind the frame's memory. */
  get end(): number {
    return this.#context.memory + this.#context.memorySize
  }

  output(): Uint8Array {
    return this.#context.output()
  }

  haltCause(): HaltCause {
    if (this.#haltCause === undefined) throw new Error('the frame did not halt')
    return this.#haltCause
  }

  callRequest(): CallRequest {
    const kind = callKinds[this.#context.opcode]
    if (kind === undefined) throw new Error('the frame did not leave for a call')
    const { accounts } = this.#owner
    this.#called = accounts.number(this.stack - 64)
    const request = readCall(this.core, kind, this.stack, this.rules, accounts.address(this.#called))
    this.stack -= callOperands(kind, this.rules)
    return request
  }

  createRequest(): CreateRequest {
    const kind = createKinds[this.#context.opcode]
    if (kind === undefined) throw new Error('the frame did not leave for a creation')
    const request = readCreate(this.core, kind, this.stack)
    this.stack -= createOperands(kind)
    return request
  }

  beneficiary(): Address {
    this.stack -= 32
    return getAddress(this.core, this.stack)
  }

  charge(gas: number): boolean {
    const { gas: left } = this.#context
    if (gas > left) return false
    this.#context.gas = left - gas
    return true
  }

  refill(gas: number): void {
    this.#context.gas += gas
  }

  memoryCost(offset: number, size: number): number {
    return memoryGrowthGas(this.#context.memorySize, offset, size)
  }

  expand(offset: number, size: number): void {
    if (size === 0 || offset + size <= this.#context.memorySize) return
    try {
      this.core.exports.extendMemory(this.#context.address, wordsFor(offset + size) * 32)
    } catch (error) {
      throw this.core.explain(error)
    }
  }

  memory(offset: number, size: number): Uint8Array {
    return this.core.view(this.#context.memory + offset, size)
  }

  writeMemory(offset: number, bytes: Uint8Array): void {
    if (bytes.length === 0) return
    if (offset + bytes.length > this.#context.memorySize)
      throw new RangeError('a write beyond the memory of the frame')
    this.core.write(this.#context.memory + offset, bytes)
  }

  /** All frames share one buffer: a frame that starts another one gives its own up, and gets a new one after. */
  setReturnData(bytes: Uint8Array): void {
    const { core } = this
    if (bytes.length > core.returnDataSize) throw new FastEngineUnable('the return data are too large')
    core.write(core.returnData, bytes)
    this.#context.setReturnData(core.returnData, bytes.length)
  }

  pushNumber(value: 0 | 1): void {
    setNumber(this.core, this.stack, value)
    this.stack += 32
  }

  pushAddress(address: Address): void {
    setBytes(this.core, this.stack, address)
    this.stack += 32
  }

  close(): void {
    this.#owner.closed(this)
  }
}

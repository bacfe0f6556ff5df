import type { Address } from '../../primitives/bytes.ts'
import {
  type CallKind,
  type CallRequest,
  type CreateRequest,
  callOperands,
  createOperands,
  type Exit,
  type Frame,
  type FrameParameters,
  type OpenedFrame,
} from '../engine.ts'
import { FastEngineUnable, type HaltCause } from '../halt.ts'
import type { Code } from '../host.ts'
import {
  EXIT_HOST,
  EXIT_MACHINE,
  EXIT_PAUSE,
  EXIT_REFERENCE,
  EXIT_RETURN,
  EXIT_REVERT,
  EXIT_ROOM,
  EXIT_STOP,
  FRAME_ADDRESS,
  FRAME_CALLER,
  FRAME_VALUE,
} from '../layout.ts'
import type { Accounts } from './accounts.ts'
import type { CachedCode } from './decodingCore.ts'
import type { DirectCallee } from './directCallees.ts'
import { callKind, createKind, haltCauses, readCall, readCreate } from './exits.ts'
import { type ContextPlace, FrameContext, type FrameSession } from './frameContext.ts'
import { hostInstructions } from './hostInstructions.ts'
import { getAddress, setBigInt, setBytes } from './words.ts'

interface FramePlace extends ContextPlace {
  readonly code: CachedCode
}

/** What a frame uses of its session. */
export interface FrameOwner extends FrameSession {
  readonly accounts: Accounts
  /** The frame in which the core stopped: a frame may have called others without leaving the core. */
  innermost(): FastFrame
  /** Gives the code of an open frame more room to be decoded. */
  extendCode(code: CachedCode): void
  closed(frame: FastFrame): void
}

/**
 * The frame of the fast engine: a context in linear memory on which the core works. The session reuses the
 * object for later frames of the same depth.
 */
export class FastFrame extends FrameContext implements Frame {
  code!: CachedCode
  readonly #owner: FrameOwner
  #haltCause: HaltCause | undefined
  /** Number of the account the frame works on, and of the account it called last. */
  #account = 0
  #called = 0
  #calledIsClean = false

  constructor(owner: FrameOwner, depth: number) {
    super(owner, depth)
    this.#owner = owner
  }

  start(parameters: FrameParameters, place: FramePlace, caller: FastFrame | undefined): void {
    const address = this.contextAddress
    this.parameters = parameters
    this.code = place.code
    this.#haltCause = undefined
    this.#account = this.#writeAddress(address + FRAME_ADDRESS, parameters.address, caller)
    this.#called = this.#account
    this.#writeAddress(address + FRAME_CALLER, parameters.caller, caller)
    setBigInt(this.core, address + FRAME_VALUE, parameters.value)
    this.startContext(place, parameters.gas, this.#account, parameters)
  }

  /** Takes over a frame that the core has opened. */
  adopt(caller: FastFrame, { code, cached }: DirectCallee): OpenedFrame {
    this.#account = this.contextAccount
    this.#called = this.#account
    this.#haltCause = undefined
    this.code = cached
    this.parameters = this.#adoptedParameters(caller, code)
    this.directCallee = 0
    return {
      kind: caller.#callKind(),
      frame: this,
      parameters: this.parameters,
      mark: this.mark,
      outputOffset: this.wanted,
      outputSize: this.wantedLength,
    }
  }

  #adoptedParameters(caller: FastFrame, code: Code): FrameParameters {
    const above = caller.parameters
    const isDelegated = caller.#callKind() === 'delegatecall'
    return {
      depth: above.depth + 1,
      code,
      isInitCode: false,
      address: isDelegated ? above.address : this.#owner.accounts.address(this.#account),
      caller: isDelegated ? above.caller : above.address,
      value: isDelegated ? above.value : 0n,
      gas: this.gasLeft,
      isStatic: this.isContextStatic,
    }
  }

  /** Returns the account's number. Most addresses come from the calling frame, which has their numbers. */
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

  run(gasBeforePause: number): Exit {
    let frame: FastFrame = this
    this.pauseBelow = Math.max(0, this.gasLeft - gasBeforePause)
    for (;;) {
      const code = frame.#enter()
      frame = this.#owner.innermost()
      const exit = frame.#leave(code)
      if (exit !== undefined) return exit
    }
  }

  /** Handles an exit of the core; undefined when the core can continue. */
  #leave(code: number): Exit | undefined {
    switch (code) {
      case EXIT_STOP:
        return 'stop'
      case EXIT_RETURN:
        return 'return'
      case EXIT_REVERT:
        return 'revert'
      case EXIT_MACHINE:
        return this.#machineExit()
      case EXIT_HOST:
        this.#haltCause = hostInstructions[this.opcode]!(this)
        return this.#haltCause === undefined ? undefined : 'halt'
      case EXIT_PAUSE:
        return 'pause'
      case EXIT_ROOM:
        this.#owner.extendCode(this.code)
        return undefined
      case EXIT_REFERENCE:
        throw new FastEngineUnable('the code uses DUPN or SWAPN')
      default:
        this.#haltCause = haltCauses[code]
        if (this.#haltCause === undefined) throw new Error(`the EVM core left with the unknown code ${code}`)
        return 'halt'
    }
  }

  #enter(): number {
    try {
      return this.core.exports.run(this.contextAddress)
    } catch (error) {
      throw this.core.explain(error)
    }
  }

  #machineExit(): Exit {
    if (callKind(this.opcode) !== undefined) return 'call'
    return createKind(this.opcode) === undefined ? 'selfdestruct' : 'create'
  }

  haltCause(): HaltCause {
    if (this.#haltCause === undefined) throw new Error('the frame did not halt')
    return this.#haltCause
  }

  #callKind(): CallKind {
    const kind = callKind(this.opcode)
    if (kind === undefined) throw new Error('the frame did not leave for a call')
    return kind
  }

  /**
   * Number of the account called last; undefined if the upper bytes of the word that named it were not zero.
   */
  get called(): number | undefined {
    return this.#calledIsClean ? this.#called : undefined
  }

  callRequest(): CallRequest {
    const kind = this.#callKind()
    const { accounts } = this.#owner
    this.#called = accounts.number(this.stack - 64)
    const request = readCall(this.core, kind, this.stack, this.rules, accounts.address(this.#called))
    this.#calledIsClean = request.targetIsClean
    this.stack -= 32 * callOperands(kind, this.rules)
    return request
  }

  createRequest(): CreateRequest {
    const kind = createKind(this.opcode)
    if (kind === undefined) throw new Error('the frame did not leave for a creation')
    const request = readCreate(this.core, kind, this.stack)
    this.stack -= 32 * createOperands(kind)
    return request
  }

  beneficiary(): Address {
    this.stack -= 32
    return getAddress(this.core, this.stack)
  }

  takeOutput({ outputAddress, outputLength }: FastFrame, offset: number, size: number): void {
    const { exports, returnData } = this.core
    this.holdReturnData(outputLength)
    // The address of an empty region may be beyond the end of linear memory.
    if (outputLength === 0) return
    exports.copyBytes(returnData, outputAddress, outputLength)
    if (size > 0) exports.copyBytes(this.memoryAddress(offset), outputAddress, Math.min(outputLength, size))
  }

  close(): void {
    this.#owner.closed(this)
  }
}

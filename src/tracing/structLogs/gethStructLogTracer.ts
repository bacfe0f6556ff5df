import { opcodeByte, opcodeName } from '../../evm/opcodes.ts'
import type { FrameEntry, FrameExit, Step, Tracer } from '../../evm/tracer.ts'
import type { Address } from '../../primitives/bytes.ts'
import { getOrCreate } from '../../primitives/getOrCreate.ts'
import { toHex } from '../../primitives/hex.ts'
import { addressKey } from '../../primitives/mapKeys.ts'
import { failedAtDeposit, gethFailure } from '../output/failureText.ts'
import { JsonArray, type TraceOutput } from '../output/traceOutput.ts'
import type { GethStructLogOptions } from '../request/tracerChoice.ts'
import { AccessedCells, MemoryText, StackText, shortWord } from './stepTexts.ts'

/** The texts of an open frame. */
interface OpenFrame {
  readonly stack: StackText
  readonly memory: MemoryText
  /** Output of the last call that the frame made. */
  returnData: string
}

const callsOrCreates = new Set(
  ['CALL', 'CALLCODE', 'DELEGATECALL', 'STATICCALL', 'CREATE', 'CREATE2'].map((name) => opcodeByte(name)!),
)
const sload = opcodeByte('SLOAD')!
const sstore = opcodeByte('SSTORE')!

/**
 * Writes the steps of an execution in the form of geth's struct logger, whose members and defaults differ from those of
 * the reference node: depths count from 1, every step has its own cost, and storage is shown at SLOAD and SSTORE only.
 * Steps are written when the next one begins, because SLOAD shows the value that it reads.
 */
export class GethStructLogTracer implements Tracer {
  readonly #options: GethStructLogOptions
  readonly #output: TraceOutput
  readonly #list: JsonArray
  readonly #frames: OpenFrame[] = []
  readonly #storages = new Map<string, AccessedCells>()
  #held: { readonly step: string; readonly storageOf: AccessedCells | undefined } | undefined
  #count = 0
  #returnValue = '0x'

  constructor(options: GethStructLogOptions, output: TraceOutput) {
    this.#options = options
    this.#output = output
    this.#list = new JsonArray(output)
  }

  enter(_entry: FrameEntry): void {
    if (this.#frames.length === 0) this.#output.write('{"structLogs":')
    this.#frames.push({ stack: new StackText(shortWord), memory: new MemoryText(), returnData: '0x' })
  }

  step(step: Step): void {
    this.#writeHeld('')
    const { limit } = this.#options
    if (limit > 0 && this.#count >= limit) return
    this.#count++
    const frame = this.#frames.at(-1)!
    const text = this.#textOf(step, frame)
    if (callsOrCreates.has(step.opcode)) frame.returnData = '0x'
    this.#held = { step: text, storageOf: this.#storageOf(step) }
  }

  storageRead(address: Address, key: bigint, value: bigint): void {
    this.#cellsOf(address).set(key, value)
  }

  storageWrite(address: Address, key: bigint, value: bigint): void {
    this.#cellsOf(address).set(key, value)
  }

  exit(exit: FrameExit): void {
    const { status, cause, output } = exit
    const failedInside = status === 'halt' && cause !== undefined && !failedAtDeposit(exit)
    this.#writeHeld(failedInside ? gethFailure(cause) : '')
    this.#frames.pop()
    const caller = this.#frames.at(-1)
    if (caller === undefined) this.#returnValue = toHex(output)
    else if (this.#options.enableReturnData) caller.returnData = toHex(output)
  }

  /** Writes the outcome of the whole transaction. */
  end(gasUsed: number, success: boolean): void {
    this.#list.end()
    this.#output.write(`,"gas":${gasUsed},"failed":${!success},"returnValue":"${this.#returnValue}"}`)
  }

  #textOf(step: Step, { stack, memory, returnData }: OpenFrame): string {
    const { enableMemory, enableReturnData, disableStack } = this.#options
    const { pc, opcode, gas, cost, depth, refund } = step
    const name = opcodeName(opcode) ?? `opcode 0x${opcode.toString(16)} not defined`
    let text = `{"pc":${pc},"op":"${name}","gas":${gas},"gasCost":${Number.isFinite(cost) ? cost : gas},"depth":${depth + 1}`
    if (!disableStack) text += `,"stack":${stack.of(step.stack)}`
    if (enableReturnData && returnData !== '0x') text += `,"returnData":"${returnData}"`
    if (enableMemory) text += `,"memory":${memory.of(() => step.memory, opcode)}`
    if (refund > 0) text += `,"refund":${refund}`
    return text
  }

  #storageOf({ opcode, address }: Step): AccessedCells | undefined {
    if (this.#options.disableStorage || (opcode !== sload && opcode !== sstore)) return undefined
    return this.#cellsOf(address)
  }

  #cellsOf(address: Address): AccessedCells {
    return getOrCreate(this.#storages, addressKey(address), () => new AccessedCells())
  }

  #writeHeld(error: string): void {
    const held = this.#held
    if (held === undefined) return
    this.#held = undefined
    const storage = held.storageOf === undefined ? '' : `,"storage":${held.storageOf.text}`
    const errorText = error === '' ? '' : `,"error":"${error}"`
    this.#list.add(`${held.step}${storage}${errorText}}`)
  }
}

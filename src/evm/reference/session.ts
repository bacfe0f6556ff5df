import type { Address } from '../../primitives/bytes.ts'
import { addressKey, wordKey } from '../../primitives/mapKeys.ts'
import type { EngineSession, Frame, FrameParameters, OpenedFrame } from '../engine.ts'
import { TRACED_WORK } from '../gas.ts'
import type { Host } from '../host.ts'
import type { Log } from '../log.ts'
import type { EvmRules } from '../rules.ts'
import type { Tracer } from '../tracer.ts'
import { type FrameOwner, ReferenceFrame } from './frame.ts'
import { type InstructionSets, instructionSets } from './instructionSet.ts'

/** An execution in the reference engine. It writes storage to the host at once and holds only logs. */
export class ReferenceSession implements EngineSession, FrameOwner {
  readonly makesCalls = false
  excessGas = 0
  /** The reference engine reads code as it is. */
  readonly scannedBytes = 0
  readonly #written = new Set<string>()
  readonly host: Host
  readonly rules: EvmRules
  readonly tracer: Tracer | undefined
  readonly instructions: InstructionSets
  readonly #logs: Log[] = []

  constructor(host: Host, rules: EvmRules, tracer?: Tracer) {
    this.host = host
    this.rules = rules
    this.tracer = tracer
    this.instructions = instructionSets(rules)
  }

  open(parameters: FrameParameters, input: Uint8Array): ReferenceFrame {
    return new ReferenceFrame(parameters, input, this)
  }

  openCallee(parameters: FrameParameters, caller: Frame, offset: number, size: number): ReferenceFrame {
    return this.open(parameters, caller.memory(offset, size))
  }

  takeOpened(): readonly OpenedFrame[] {
    return []
  }

  forgetAccounts(): void {
    // The reference engine caches no accounts.
  }

  mark(): number {
    return this.#logs.length
  }

  rollback(mark: number): void {
    this.#logs.length = mark
  }

  appendLog(log: Log): void {
    this.#logs.push(log)
    this.tracer?.log?.(log)
  }

  addExcess(gas: number): void {
    const { tracer } = this
    this.excessGas += tracer === undefined || tracer.watchesCallsOnly ? gas : gas - TRACED_WORK
  }

  isFirstWrite(address: Address, key: Uint8Array): boolean {
    const { size } = this.#written
    return this.#written.add(addressKey(address) + wordKey(key)).size > size
  }

  logs(): Log[] {
    return this.#logs
  }

  finish(): void {
    // The host has all storage already.
  }

  close(): void {
    // All memory is garbage-collected.
  }
}

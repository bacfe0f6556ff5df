import { asAddress } from '../../src/primitives/bytes.ts'
import type { Contract } from './contracts.ts'
import type { Cell } from './workloads.ts'

/** An engine that runs the workloads. A call does not change the engine's state. */
export interface Engine {
  readonly name: string
  /** The clock its calls are measured with, in milliseconds. */
  readonly clock: () => number
  readonly call: (contract: Contract, data: Uint8Array) => Uint8Array | Promise<Uint8Array>
  readonly close?: () => void
}

/** The state of every engine before a call. */
export interface World {
  readonly contracts: readonly Contract[]
  readonly cells: readonly Cell[]
}

export const gasLimit = 200_000_000
export const caller = asAddress(new Uint8Array(20).fill(0x99))

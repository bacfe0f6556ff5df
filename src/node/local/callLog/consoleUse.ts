import { addressKey } from '../../../primitives/mapKeys.ts'
import { consoleAddress } from './consoleMessages.ts'
import type { Repeat } from './executions.ts'

/** The address without leading zeros, which is in the code of each contract that uses the console. */
const mark = 'console.log'
const consoleKey = addressKey(consoleAddress)

/**
 * Finds out whether an execution called the console. On a chain that has received no such code it cannot have;
 * otherwise the execution is repeated without a tracer, while accesses to the console's account are observed.
 */
export class ConsoleUse {
  #isPossible: boolean

  /** Contracts that exist already are assumed to use the console; their code is not searched. */
  constructor(hasContracts: boolean) {
    this.#isPossible = hasContracts
  }

  /** Data that may become code. */
  see(data: Uint8Array): void {
    this.#isPossible ||= Buffer.from(data.buffer, data.byteOffset, data.length).includes(mark, 0, 'latin1')
  }

  isIn(repeat: Repeat): boolean {
    if (!this.#isPossible) return false
    let isSeen = false
    const note = (address: string): void => {
      isSeen ||= address === consoleKey
    }
    repeat({ accesses: { read: note, write: note } })
    return isSeen
  }
}

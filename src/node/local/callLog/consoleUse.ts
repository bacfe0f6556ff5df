import { addressKey } from '../../../primitives/mapKeys.ts'
import { consoleAddress } from './consoleMessages.ts'
import type { Repeat } from './executions.ts'

/** The address without its zeros, as it stands in the code of every contract that uses the console. */
const mark = 'console.log'
const consoleKey = addressKey(consoleAddress)

/**
 * Knows whether an execution talked to the console. On a chain to which no such code has been sent none can have;
 * otherwise the execution is repeated at full speed, with an eye on the account of the console.
 */
export class ConsoleUse {
  #isPossible: boolean

  /** The code of contracts that are there already is not looked at. */
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

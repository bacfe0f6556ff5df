import type { Interrupt } from '../../evm/machine/execution.ts'

/** Gas that takes as long as copying a byte of code and scanning it for jump destinations. */
const gasOfScannedByte = 0.2
/** For what a transaction takes besides its instructions. */
const gasOfTransaction = 5_000

/** Bounds the work of choosing transactions for a block, in gas. */
export class WorkBound {
  #left: number
  #polled = 0

  constructor(gas: number) {
    this.#left = gas
  }

  /** Whether the block must not be filled further. */
  get isReached(): boolean {
    return this.#left <= 0
  }

  /** Ends the transaction that exceeds the bound. */
  readonly interrupt: Interrupt = (gas, scannedBytes) => {
    this.#polled += gas
    this.#left -= gas + gasOfScannedByte * scannedBytes
    return this.isReached
  }

  /** Counts what a transaction has done since its last poll. */
  addTransaction(workGas: number): void {
    this.#left -= gasOfTransaction + Math.max(0, workGas - this.#polled)
    this.#polled = 0
  }
}

import { addSolidityStack, type ProviderRpcError } from '../../node/providerRpcError.ts'

/**
 * An error of the node in the form of Hardhat's own chain. If the lines of Solidity are known, its name is `SolidityError`, and
 * Hardhat's test runner prints them, also for an error of viem that it caused. They are looked for when a member is read.
 */
export class HardhatError extends Error {
  readonly code: number
  readonly data: unknown
  readonly #cause: ProviderRpcError

  constructor(cause: ProviderRpcError) {
    super(cause.message)
    this.code = cause.code
    this.data = cause.data
    this.#cause = cause
    withLongStack(() => addSolidityStack(this, cause, HardhatError))
    // Own members, as test runners copy errors between threads.
    const member = (get: () => string): PropertyDescriptor => ({ get, configurable: true, enumerable: false })
    Object.defineProperties(this, {
      name: member(() => (this.#cause.solidityStack.length > 0 ? 'SolidityError' : this.#cause.name)),
      solidityStack: member(() => this.#cause.solidityStack.map((line) => `at ${line}`).join('\n')),
    })
  }
}

/** Hardhat and its libraries take more than the ten entries of a stack, so the line of the test would be cut off. */
function withLongStack(capture: () => void): void {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = Math.max(stackTraceLimit, 30)
  capture()
  Error.stackTraceLimit = stackTraceLimit
}

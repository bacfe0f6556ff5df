/** A rejected or failed request in the form of EIP-1193. */
export class ProviderRpcError extends Error {
  override readonly name = 'ProviderRpcError'
  readonly code: number
  readonly data: unknown
  #findSolidityStack: () => readonly string[]

  constructor(
    code: number,
    message: string,
    data?: unknown,
    findSolidityStack = (): readonly string[] => [],
  ) {
    super(message)
    this.code = code
    this.data = data
    this.#findSolidityStack = findSolidityStack
    addSolidityStack(this, this, ProviderRpcError)
  }

  /**
   * The functions of contracts in which the request failed, the innermost first, such as
   * `Token.transfer (contracts/Token.sol:12)`; empty unless the artifacts of the contracts are known, and for a transaction of
   * a node that was closed before this is first read. They also stand in `stack`.
   */
  get solidityStack(): readonly string[] {
    const found = foundOrEmpty(this.#findSolidityStack)
    this.#findSolidityStack = () => found
    return found
  }
}

/** Finding executes again, which a closed chain refuses: that problem must not hide the one that the error describes. */
function foundOrEmpty(find: () => readonly string[]): readonly string[] {
  try {
    return find()
  } catch {
    return []
  }
}

/**
 * Begins the stack of an error with the functions of contracts in which a request failed. They are found when the stack is
 * read for the first time: tests expect many errors whose stack they never read. The stack of the program begins below `caller`.
 */
export function addSolidityStack(
  error: Error,
  cause: { readonly solidityStack: readonly string[] },
  caller: Error['constructor'] = addSolidityStack,
): void {
  const here = { name: error.name, message: error.message, stack: '' }
  // Older versions of Firefox lack the function.
  if ('captureStackTrace' in Error) Error.captureStackTrace(here, caller)
  else here.stack = error.stack ?? ''
  let read: string | undefined
  // Redefining the member would first write its text, for which Hardhat reads source maps: a fifth of a suite's time.
  error.stack = ''
  Object.defineProperty(error, 'stack', {
    configurable: true,
    get() {
      read ??= withSolidity(here.stack, cause.solidityStack)
      return read
    },
    set(stack: string) {
      read = stack
    },
  })
}

const entryStart = '\n    at '

function withSolidity(stack: string, solidityStack: readonly string[]): string {
  const start = stack.indexOf(entryStart)
  const end = start === -1 ? stack.length : start
  return [stack.slice(0, end), ...solidityStack].join(entryStart) + stack.slice(end)
}

const disconnectedCode = 4900

export const disconnected = (): ProviderRpcError =>
  new ProviderRpcError(disconnectedCode, 'the node is closed')

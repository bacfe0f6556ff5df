/** A rejected or failed request in the form of EIP-1193. */
export class ProviderRpcError extends Error {
  override readonly name = 'ProviderRpcError'
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

const disconnectedCode = 4900

export const disconnected = (): ProviderRpcError =>
  new ProviderRpcError(disconnectedCode, 'the node is closed')

/** An answer of the node that is an error, or why no answer came. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number
  readonly data: unknown
  /** The HTTP status; 0 when the node was not reached. */
  readonly status: number

  constructor(message: string, { code = 0, data, status = 200 }: RpcErrorFacts = {}) {
    super(message)
    this.code = code
    this.data = data
    this.status = status
  }

  get isUnreachable(): boolean {
    return this.status === 0
  }

  get needsKey(): boolean {
    return this.status === 401 || this.status === 403
  }

  /** The node does not have the method, or it is disabled. */
  get isUnknownMethod(): boolean {
    return this.code === -32601
  }
}

interface RpcErrorFacts {
  readonly code?: number
  readonly data?: unknown
  readonly status?: number
}

/** The message of anything that was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** An answer of the node that is an error, or why no answer came. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number
  readonly data: unknown
  /** Undefined for an error that is not of one call. */
  readonly method: string | undefined
  /** The HTTP status; 0 when the node was not reached. */
  readonly status: number

  constructor(message: string, { code = 0, data, status = 200, method }: RpcErrorFacts = {}) {
    super(message)
    this.code = code
    this.data = data
    this.status = status
    this.method = method
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

  /** The state or the blocks before some height were removed, or never fetched. */
  get isPruned(): boolean {
    return / is pruned: | not stored: this node started at /.test(this.message)
  }

  get isLimited(): boolean {
    return this.status === 429 || this.code === -32005
  }
}

interface RpcErrorFacts {
  readonly code?: number
  readonly data?: unknown
  readonly status?: number
  readonly method?: string
}

/** A sentence for anything that was thrown. */
export function messageOf(error: unknown): string {
  if (!(error instanceof RpcError)) return error instanceof Error ? error.message : String(error)
  if (error.isUnknownMethod) {
    const method = error.method ?? 'a method that this part needs'
    return `This node does not answer ${method}: its operator has switched it off, or the API key does not grant it.`
  }
  if (error.isPruned) return `The node does not keep this part of the past: ${error.message}.`
  if (error.isLimited)
    return 'The node answers fewer calls than this page asks for. Wait a little, then load it again.'
  return error.message
}

import type { Filters } from './filters/filters.ts'
import type { RpcNode } from './rpcNode.ts'
import type { WrittenTexts } from './shapes/writtenTexts.ts'

/** How errors of executions are told: as Rootstock's nodes do, or as most tools for Ethereum expect. */
export type ErrorDialect = 'rootstock' | 'ethereum'

export interface RpcSettings {
  readonly clientVersion: string
  readonly errors: ErrorDialect
  /** The most gas of a simulated call. */
  readonly callGasCap: number
  readonly callTimeoutMs: number
  /** Whether calls may run on accounts that are other than they are. */
  readonly allowsStateOverrides: boolean
}

export const defaultCallSettings = {
  callGasCap: 10_000_000,
  callTimeoutMs: 5_000,
  allowsStateOverrides: false,
} as const

/** What a handler gets besides its parameters. */
export interface RpcContext {
  readonly node: RpcNode
  readonly filters: Filters
  readonly texts: WrittenTexts
  readonly settings: RpcSettings
  /** Names of the modules that answer. */
  readonly modules: readonly string[]
  /** Whose request it is: filters belong to their client. */
  readonly client: string
  /** Milliseconds since 1970 by the system's clock. */
  readonly now: () => number
}

import type { ErrorDialect } from '../errors/errors.ts'
import type { SearchBudget } from '../logs/logSearch.ts'
import type { ReadNode } from '../node/readNode.ts'
import type { WrittenTexts } from '../shapes/writtenTexts.ts'

export interface RpcSettings {
  readonly clientVersion: string
  readonly errors: ErrorDialect
  /** Maximum gas of a simulated call. */
  readonly callGasCap: number
  readonly callTimeoutMs: number
  /** Whether calls may override the state of accounts. */
  readonly allowsStateOverrides: boolean
  /** The oldest best block of a public network that has caught up. */
  readonly maximumHeadAgeMs: number
  /** The gas limit that the next blocks approach, in a process that cannot make the pending block. */
  readonly gasLimitTarget?: bigint
  /** Set on a developer's own chain, where answers follow the expectations of Ethereum's tools. */
  readonly development?: DevelopmentSettings
}

/**
 * Choices of a development chain. In it, gas is estimated on the pending block, also for transactions that name none;
 * calls and estimates accept overrides of state and block; and the helper methods of Ethereum's tools exist.
 */
export interface DevelopmentSettings {
  /** Whether blocks are answered without the REMASC transaction, which has no counterpart on Ethereum. */
  readonly skipsRemasc: boolean
  /** Whether a transaction that fails in the block of its call answers the failure, as Hardhat's chain does. */
  readonly throwsOnRevert?: boolean
}

export const defaultCallSettings = {
  callGasCap: 10_000_000,
  callTimeoutMs: 5_000,
  allowsStateOverrides: false,
  // Twenty times the interval between blocks.
  maximumHeadAgeMs: 10 * 60 * 1000,
} as const

/** The circumstances of a read, in any thread: what its handler gets besides its parameters. */
export interface ReadContext extends SearchBudget {
  readonly node: ReadNode
  readonly texts: WrittenTexts
  readonly settings: RpcSettings
  /** Milliseconds since 1970 by the system's clock. */
  readonly now: () => number
}

/** Starts the time of a call in the thread that runs it; the returned function says whether it is over. */
export function startTime(
  now: ReadContext['now'],
  { callTimeoutMs }: Pick<RpcSettings, 'callTimeoutMs'>,
): ReadContext['isOver'] {
  const endMs = now() + callTimeoutMs
  return () => now() >= endMs
}

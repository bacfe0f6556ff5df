import type { EngineSession } from './engine.ts'
import { fastSession } from './fast/session.ts'
import { FastEngineUnable } from './fastEngineUnable.ts'
import type { Host } from './host.ts'
import { Execution } from './machine/execution.ts'
import { run } from './machine/run.ts'
import type { ExecutionResult, Message } from './message.ts'
import { ReferenceSession } from './reference/session.ts'
import type { EvmRules } from './rules.ts'
import type { Tracer } from './tracer.ts'

export type Engine = 'fast' | 'reference'

export interface ExecuteOptions {
  /** Default: fast. */
  readonly engine?: Engine | undefined
  /** Observes the execution, which then runs in the reference engine. */
  readonly tracer?: Tracer | undefined
  /**
   * Polled at bounded intervals of gas; when it returns true, the execution throws `ExecutionInterrupted`.
   */
  readonly interrupt?: (() => boolean) | undefined
  /**
   * Runs a message that halted in the fast engine again in the reference engine, which finds the exact cause.
   */
  readonly exactCause?: boolean
}

/**
 * Runs a message. A message that fails (`revert`, `halt`) leaves the host unchanged. Throws
 * `UnprocessableMessage` for a message that no block can hold. When this throws, also because of an interrupt
 * or an error of the host, the host is in an intermediate state, and the caller rolls it back.
 */
export function execute(
  message: Message,
  host: Host,
  rules: EvmRules,
  options: ExecuteOptions = {},
): ExecutionResult {
  const inReference = (): ExecutionResult =>
    executeIn(new ReferenceSession(host, rules, options), message, host, rules, options)
  if (options.engine === 'reference' || options.tracer !== undefined) return inReference()

  const result = tryFast(message, host, rules, options)
  if (result === undefined) return inReference()
  const isExplained = !options.exactCause && !haltMayBeUnprocessable(rules)
  return result.status === 'halt' && !isExplained ? inReference() : result
}

/** Only the reference engine recognises the stack underflow that makes a message unprocessable. */
const haltMayBeUnprocessable = ({ rskip91, rskip103 }: EvmRules): boolean => rskip91 && !rskip103

/** Undefined, with the host unchanged, when the fast engine cannot run this message. */
function tryFast(
  message: Message,
  host: Host,
  rules: EvmRules,
  options: ExecuteOptions,
): ExecutionResult | undefined {
  const mark = host.snapshot()
  try {
    return executeIn(fastSession(host, rules, options), message, host, rules, options)
  } catch (error) {
    if (!(error instanceof FastEngineUnable)) throw error
    host.rollback(mark)
    return undefined
  }
}

function executeIn(
  session: EngineSession,
  message: Message,
  host: Host,
  rules: EvmRules,
  { tracer, interrupt }: ExecuteOptions,
): ExecutionResult {
  try {
    return run(new Execution(host, rules, session, tracer), message, interrupt)
  } finally {
    session.close()
  }
}

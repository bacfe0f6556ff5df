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
  readonly engine?: Engine
  /** Observes the execution, which then runs in the reference engine. */
  readonly tracer?: Tracer
  /** Polled at bounded intervals; when it answers true the execution throws `ExecutionInterrupted`. */
  readonly interrupt?: () => boolean
  /** A halt of the fast engine, which knows its cause only roughly, is run again to name it exactly. */
  readonly exactCause?: boolean
}

/**
 * Runs a message; throws `UnprocessableMessage` for one that no block can hold. A failed one (`revert`, `halt`) leaves the host as it was. What is thrown (interruption, an
 * error of the host) leaves the host in the middle: the caller rolls it back.
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

/** Only the reference engine knows the one case in which a stack underflow is not a mere halt. */
const haltMayBeUnprocessable = ({ rskip91, rskip103 }: EvmRules): boolean => rskip91 && !rskip103

/** Undefined, and the host as it was, when the fast engine cannot run this message. */
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

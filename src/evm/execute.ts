import { sharedSessions } from './fast/session.ts'
import { FastEngineUnable } from './halt.ts'
import type { Host } from './host.ts'
import type { Interrupt } from './machine/execution.ts'
import { run } from './machine/run.ts'
import type { ExecutionResult, Message } from './message.ts'
import { ReferenceSession } from './reference/session.ts'
import type { EvmRules } from './rules.ts'
import type { Tracer } from './tracer.ts'

export type Engine = 'fast' | 'reference'

export interface ExecuteOptions {
  /** Default: fast. */
  readonly engine?: Engine | undefined
  /** Observes the execution, which then runs in the reference engine unless the tracer watches calls only. */
  readonly tracer?: Tracer | undefined
  /** Polled at bounded intervals of gas; when it returns true, the execution throws `ExecutionInterrupted`. */
  readonly interrupt?: Interrupt | undefined
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
  const { tracer } = options
  if (options.engine !== 'reference' && (tracer === undefined || tracer.watchesCallsOnly)) {
    const mark = host.state.snapshot()
    try {
      const session = sharedSessions.open(host, rules, tracer !== undefined)
      const result = run(session, message, host, rules, options)
      const isExplained = !options.exactCause && !haltMayBeUnprocessable(rules)
      if (result.status !== 'halt' || isExplained) return result
    } catch (error) {
      if (!(error instanceof FastEngineUnable)) throw error
      host.state.rollback(mark)
    }
  }
  return run(new ReferenceSession(host, rules, tracer), message, host, rules, options)
}

/** Only the reference engine recognises the stack underflow that makes a message unprocessable. */
const haltMayBeUnprocessable = ({ rskip91, rskip103 }: EvmRules): boolean => rskip91 && !rskip103

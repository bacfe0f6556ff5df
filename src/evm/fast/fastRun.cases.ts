import { keccak256 } from '../../crypto/keccak256.ts'
import { emptyBytes } from '../../primitives/bytes.ts'
import { assemble } from '../assembler.cases.ts'
import { contract, latestRules, sender } from '../evmWorld.cases.ts'
import type { Host } from '../host.ts'
import { type RunOptions, run } from '../machine/run.ts'
import type { ExecutionResult } from '../message.ts'
import type { EvmRules } from '../rules.ts'
import { sharedSessions } from './session.ts'

export interface FastRun extends Pick<RunOptions, 'interrupt'> {
  readonly gas?: number
  readonly data?: Uint8Array
  readonly rules?: EvmRules
}

/** Runs a program in the fast engine, without falling back to the reference engine. */
export function runFast(host: Host, program: string | Uint8Array, options: FastRun = {}): ExecutionResult {
  const { gas = 1_000_000, data = emptyBytes, rules = latestRules } = options
  const bytes = typeof program === 'string' ? assemble(program) : program
  const code = { bytes, hash: keccak256(bytes) }
  const session = sharedSessions.open(host, rules)
  const message = { caller: sender, address: contract, value: 0n, data, code, gas, isStatic: false }
  return run(session, { kind: 'call', ...message }, host, rules, options)
}

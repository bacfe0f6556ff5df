import { EXHAUSTED } from '../../src/evm/layout'

/**
 * Stops the core because a fixed region is full. The program is not at fault, so this must not end as out of
 * gas: the trap unwinds to TypeScript, which reads EXHAUSTED and runs the message in the reference engine.
 */
export function exhausted(): void {
  store<u32>(EXHAUSTED, 1)
  unreachable()
}

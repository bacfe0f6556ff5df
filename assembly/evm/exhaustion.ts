import { EXHAUSTED } from '../../src/evm/layout'

/**
 * Stops because a fixed region is full. This says nothing about the program that runs, so it must never end as
 * out of gas: the trap unwinds to TypeScript, which finds the mark.
 */
export function exhausted(): void {
  store<u32>(EXHAUSTED, 1)
  unreachable()
}

import { CODE_DEPOSIT_BYTE_GAS } from '../gas.ts'
import type { HaltCause } from '../halt.ts'
import type { EvmRules } from '../rules.ts'

export const depositCost = (code: Uint8Array): number => CODE_DEPOSIT_BYTE_GAS * code.length

/** Why the output of init code cannot become the code of a contract; undefined if it can. */
export function depositObstacle(code: Uint8Array, gasLeft: number, rules: EvmRules): HaltCause | undefined {
  if (rules.rskip544 && code[0] === 0xef) return 'deployed-code-starts-with-ef'
  if (depositCost(code) > gasLeft) return 'not-enough-gas-for-code-deposit'
  if (code.length > rules.codeSizeLimit) return 'deployed-code-too-large'
  return undefined
}

import type { FrameExit } from '../../evm/tracer.ts'

/** Whether init code ran to its end, but what it returned could not become a contract. */
export const failedAtDeposit = ({ cause }: FrameExit): boolean =>
  cause === 'not-enough-gas-for-code-deposit' ||
  cause === 'deployed-code-too-large' ||
  cause === 'deployed-code-starts-with-ef'

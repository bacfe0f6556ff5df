import type { FrameExit } from '../../evm/tracer.ts'

/** Whether the init code succeeded, but the code that it returned could not be deployed. */
export const failedAtDeposit = ({ cause }: FrameExit): boolean =>
  cause === 'not-enough-gas-for-code-deposit' ||
  cause === 'deployed-code-too-large' ||
  cause === 'deployed-code-starts-with-ef'

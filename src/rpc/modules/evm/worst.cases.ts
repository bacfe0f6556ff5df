import { none, type WorstCalls } from '../heavyChain.cases.ts'

export const evmWorst: WorstCalls = {
  evm_increaseTime: () => ['0x1'],
  evm_mine: () => [{ blocks: '0x40' }],
  evm_reset: none,
  evm_revert: () => ['0xffff'],
  evm_setNextBlockTimestamp: () => ['0xffffffff'],
  evm_snapshot: none,
  evm_startMining: none,
  evm_stopMining: none,
}

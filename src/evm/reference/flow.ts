import type { Exit } from '../engine.ts'
import { memoryNumber, saturatedNumber } from '../word.ts'
import type { FrameState } from './frameState.ts'
import { type Operation, type Operations, regionGas } from './instruction.ts'

function jump(frame: FrameState, word: bigint): Exit | undefined {
  const destination = saturatedNumber(word)
  if (!frame.program.isJumpDestination(destination)) return frame.halt('invalid-jump-destination')
  frame.position = destination
  return undefined
}

const leaveWithOutput = (exit: 'return' | 'revert'): Operation => ({
  gas: regionGas,
  execute: (frame) => {
    const offset = memoryNumber(frame.pop())
    const length = memoryNumber(frame.pop())
    frame.memory.expand(offset, length)
    frame.output = frame.memory.region(offset, length)
    return exit
  },
})

export const flow: Operations = {
  STOP: { execute: () => 'stop' },
  JUMP: { execute: (frame) => jump(frame, frame.pop()) },
  JUMPI: {
    execute: (frame) => {
      const destination = frame.pop()
      return frame.pop() === 0n ? undefined : jump(frame, destination)
    },
  },
  PC: { execute: (frame) => frame.push(BigInt(frame.position - 1)) },
  JUMPDEST: { execute: () => undefined },
  RETURN: leaveWithOutput('return'),
  REVERT: leaveWithOutput('revert'),
}

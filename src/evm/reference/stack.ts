import type { Execute, Operation, Operations } from './instruction.ts'

const numbered = (count: number, name: string, one: (number: number) => Operation): Operations =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}${index + 1}`, one(index + 1)]))

const push = (size: number): Operation => ({
  execute: (frame) => {
    frame.push(frame.program.pushed(frame.position, size))
    frame.position += size
  },
})

const duplicate = (number: number): Operation => ({
  execute: (frame) => frame.push(frame.peek(number - 1)),
})

/** Exchanges the top with the item `distance` items below it. */
const swap = (distance: number): Operation => ({
  execute: ({ stack }) => {
    const top = stack.length - 1
    const other = stack[top - distance]!
    stack[top - distance] = stack[top]!
    stack[top] = other
  },
})

const maximumIndex = 2n ** 31n - 1n

/**
 * DUPN and SWAPN take their number from the stack and skip the byte behind them. The search for jump
 * destinations does not skip that byte.
 */
const indexed =
  (itemsBeyond: number, operation: (number: number) => Operation): Execute =>
  (frame) => {
    const index = frame.pop()
    if (index > maximumIndex) return frame.halt('stack-index-too-large')
    if (frame.stack.length < Number(index) + itemsBeyond) return frame.halt('stack-underflow')
    frame.position++
    return operation(Number(index) + 1).execute(frame)
  }

export const stack: Operations = {
  POP: {
    execute: (frame) => {
      frame.pop()
    },
  },
  PUSH0: { execute: (frame) => frame.push(0n) },
  ...numbered(32, 'PUSH', push),
  ...numbered(16, 'DUP', duplicate),
  ...numbered(16, 'SWAP', swap),
  DUPN: { execute: indexed(1, duplicate) },
  SWAPN: { execute: indexed(2, swap) },
}

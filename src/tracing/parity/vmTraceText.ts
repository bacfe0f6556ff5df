import { toHex } from '../../primitives/hex.ts'
import { toQuantity } from '../../primitives/quantity.ts'
import type { TraceOutput } from '../output/traceOutput.ts'
import type { ExecutedOperation, VmFrame, VmOperation } from './vmTrace.ts'

/** Writes the instructions of a frame and of those that it called, or null. */
export function writeVmTrace(frame: VmFrame | undefined, output: TraceOutput): void {
  if (frame === undefined) {
    output.write('null')
    return
  }
  output.write(`{"code":"${toHex(frame.code)}","ops":[`)
  for (const [index, operation] of frame.operations.entries()) {
    if (index > 0) output.write(',')
    writeOperation(operation, output)
  }
  output.write(']}')
}

function writeOperation({ pc, cost, executed, inner }: VmOperation, output: TraceOutput): void {
  output.write(`{"cost":${cost},"ex":${executedText(executed)},"pc":${pc},"sub":`)
  writeVmTrace(inner, output)
  output.write('}')
}

function executedText(executed: ExecutedOperation | undefined): string {
  if (executed === undefined) return 'null'
  const { gasLeft, pushed, memory, storage } = executed
  const mem = memory === undefined ? 'null' : `{"data":"${toHex(memory.data)}","off":${memory.offset}}`
  const push = pushed.map((value) => `"${toQuantity(value)}"`).join(',')
  const store =
    storage === undefined
      ? 'null'
      : `{"key":"${toQuantity(storage.key)}","val":"${toQuantity(storage.value)}"}`
  return `{"mem":${mem},"push":[${push}],"store":${store},"used":${gasLeft}}`
}

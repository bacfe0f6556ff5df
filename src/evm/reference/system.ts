import { wordBytes } from '../../primitives/integers.ts'
import {
  type CallKind,
  type CallRequest,
  type CreateRequest,
  callOperands,
  createOperands,
  overflowsWithStipend,
  takesValue,
} from '../engine.ts'
import { callCost, calleeGas, createCost, selfDestructCost } from '../machine/systemGas.ts'
import { isCleanAddress, memoryNumber, saturatedNumber, wordAddress } from '../word.ts'
import type { FrameState } from './frameState.ts'
import type { Operation, Operations } from './instruction.ts'

/* Instructions that leave to the machine with their operands. */

function readCall(frame: FrameState, kind: CallKind): CallRequest {
  const gas = frame.peek(0)
  const target = frame.peek(1)
  const regions = takesValue(kind, frame.rules) ? 3 : 2
  return {
    kind,
    gas: saturatedNumber(gas),
    gasOverflows: overflowsWithStipend(gas),
    target: wordAddress(target),
    targetIsClean: isCleanAddress(target),
    value: takesValue(kind, frame.rules) ? frame.peek(2) : 0n,
    inputOffset: memoryNumber(frame.peek(regions)),
    inputSize: memoryNumber(frame.peek(regions + 1)),
    outputOffset: memoryNumber(frame.peek(regions + 2)),
    outputSize: memoryNumber(frame.peek(regions + 3)),
  }
}

const call = (kind: CallKind): Operation => ({
  machineGas: (frame) => {
    const request = readCall(frame, kind)
    const cost = callCost(request, frame, frame.host.state)
    return cost + (calleeGas(request, Math.max(0, frame.gasLeft - cost), frame.rules) ?? 0)
  },
  execute: (frame) => {
    frame.callRequest = readCall(frame, kind)
    frame.drop(callOperands(kind, frame.rules))
    return 'call'
  },
})

function readCreate(frame: FrameState, kind: 'create' | 'create2'): CreateRequest {
  return {
    kind,
    value: frame.peek(0),
    offset: memoryNumber(frame.peek(1)),
    size: memoryNumber(frame.peek(2)),
    salt: kind === 'create2' ? wordBytes(frame.peek(3)) : undefined,
  }
}

const create = (kind: 'create' | 'create2'): Operation => ({
  machineGas: (frame) => createCost(readCreate(frame, kind), frame, frame.rules),
  execute: (frame) => {
    frame.createRequest = readCreate(frame, kind)
    frame.drop(createOperands(kind))
    return 'create'
  },
})

export const system: Operations = {
  CALL: call('call'),
  CALLCODE: call('callcode'),
  DELEGATECALL: call('delegatecall'),
  STATICCALL: call('staticcall'),
  CREATE: create('create'),
  CREATE2: create('create2'),
  SELFDESTRUCT: {
    machineGas: (frame) => selfDestructCost(wordAddress(frame.peek(0)), frame.host.state),
    execute: (frame) => {
      frame.beneficiary = wordAddress(frame.pop())
      return 'selfdestruct'
    },
  },
}
